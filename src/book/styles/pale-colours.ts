// Makes letters that a book prints in pale colours, or on grounds of a middle grey, legible in sixteen greys. What is
// exchanged is said by names of our own, which only pages that text is laid out into have: pages that keep their own
// geometry look as they were made, as their grounds are pictures that no sheet knows.

/** Grey values, 0–255. White letters are meant for a dark ground, wherever that is said. */
const palest = { from: 120, to: 246 };
const whiteFrom = 200;
const darkGround = 140;
const dark = 110;
const light = 205;

const letters = { name: '--octavo-letters', value: '#444' };
const white = { name: '--octavo-white', value: '#fff' };
const panel = { name: '--octavo-panel', value: '#ddd' };
const slate = { name: '--octavo-slate', value: '#333' };

/** For the root of a page that text is laid out into. */
export const legibleCss = [letters, white, panel, slate].map(({ name, value }) => `${name}: ${value};`).join(' ');

/** Behind a declaration's beginning, so that `border-color` is none. */
const declaration = /(?<![\w-])(color|background(?:-color)?)(\s*:\s*)([^;{}]+)/gi;
const block = /\{([^{}]*)\}/g;
const colour = /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl)a?\([^)]*\)|\b[a-z]{3,20}\b/gi;
/** A rule or a bar that is drawn as a ground, and has no letters on it. */
const thin = /(?<![\w-])(?:width|height)\s*:\s*(?:0|\d?\.\d+|[1-5](?:\.\d+)?)(?:p[xt]|r?em|%)?\s*(?:;|$)/i;
const root = /(?:^|[\s,])(?:html|body|:root)(?:[.#:[][^\s,]*)?\s*$/i;

/** What a sheet or a chapter says of grounds besides the one that is looked at. */
export interface Grounds {
  /** Something has a dark one: white letters elsewhere may stand on it. */
  dark: boolean;
  /** The page itself has, which is shown on paper all the same. */
  night: boolean;
  /** Something has pale letters, which may be those on a ground that says none. */
  pale: boolean;
}

export function mendSheet(css: string): string {
  if (!/(?<![\w-])(?:color|background)/i.test(css)) return css;
  const grounds = groundsOf(css);
  return css.replace(block, (all, declarations: string, at: number) => {
    const own = declarations.search(/background/i) >= 0 ? selectorBefore(css, at) : '';
    // The root's own ground is not shown.
    if (root.test(own) || /(?:^|[\s,])hr\s*$/i.test(own)) return all;
    const mended = mendDeclarations(declarations, grounds);
    return mended === declarations ? all : `{${mended}}`;
  });
}

export function groundsOf(css: string): Grounds {
  const found: Grounds = { dark: false, night: false, pale: false };
  for (const match of css.matchAll(block)) {
    const { ink = 0, grounds, pictured } = read(match[1] ?? '');
    found.pale ||= ink >= whiteFrom;
    if (pictured && root.test(selectorBefore(css, match.index))) found.night = true;
    if (!grounds.some((grey) => grey < darkGround)) continue;
    if (root.test(selectorBefore(css, match.index))) found.night = true;
    else found.dark = true;
  }
  return found;
}

/** Of one rule, or of one element's own style. `around`: the ground that it stands on, where that is known. */
export function mendDeclarations(declarations: string, grounds: Grounds, around?: number): string {
  const { ink, ground, pictured } = read(declarations);
  // On a picture, nobody knows.
  if (pictured || (ground !== undefined && thin.test(declarations))) return declarations;
  const wanted = ground === undefined ? { ink: inkFor(ink, around, grounds) } : bothFor(ink, ground, grounds);
  if (!wanted.ink && !wanted.ground) return declarations;
  return declarations.replace(declaration, (all, name: string, colon: string, value: string) => {
    const change = name.toLowerCase() === 'color' ? wanted.ink : wanted.ground;
    if (!change || coloursIn(value).length === 0) return all;
    const said = value.replace(/\s*!\s*important/i, '').trim();
    return `${name}${colon}var(${change.name}, ${said})${said === value.trim() ? '' : ' !important'}`;
  });
}

/** What an element's own style gives as its ground once it is mended. */
export function groundIn(declarations: string): number | undefined {
  const { ground, pictured } = read(declarations);
  if (pictured) return undefined;
  if (declarations.includes(panel.name)) return greyOf(panel.value);
  return declarations.includes(slate.name) ? greyOf(slate.value) : ground;
}

interface Exchange {
  name: string;
  value: string;
}

/** Where the ground is another's. */
function inkFor(ink: number | undefined, ground: number | undefined, grounds: Grounds): Exchange | undefined {
  if (ink === undefined) return undefined;
  if (ground === undefined) {
    const white = ink >= palest.to && !grounds.night;
    return ink < palest.from || grounds.dark || white ? undefined : letters;
  }
  if (ground < dark) return ink < palest.from ? white : undefined;
  if (ground < light && ink >= whiteFrom) return white;
  return ink < palest.from ? undefined : letters;
}

/** Where both are one rule's. */
function bothFor(
  ink: number | undefined,
  ground: number,
  grounds: Grounds,
): { ink?: Exchange | undefined; ground?: Exchange } {
  if (ground < dark) return ink !== undefined && ink < whiteFrom ? { ink: white } : {};
  if (ground >= light) return { ink: inkFor(ink, ground, grounds) };
  if (ink === undefined) return grounds.pale ? {} : { ground: panel };
  if (ink >= whiteFrom) return { ink: white, ground: slate };
  return ink < palest.from ? { ground: panel } : { ink: letters, ground: panel };
}

interface Said {
  ink: number | undefined;
  ground: number | undefined;
  /** All that are named, as in gradients. */
  grounds: number[];
  pictured: boolean;
}

function read(declarations: string): Said {
  const said: Said = { ink: undefined, ground: undefined, grounds: [], pictured: false };
  for (const [, name, , value = ''] of declarations.matchAll(declaration)) {
    const greys = coloursIn(value);
    if (name?.toLowerCase() === 'color') said.ink = greys[0] ?? said.ink;
    else {
      said.grounds.push(...greys);
      said.pictured ||= /url\(|gradient\(/i.test(value);
      said.ground = greys[0] ?? said.ground;
    }
  }
  return said;
}

function selectorBefore(css: string, brace: number): string {
  const before = css.slice(Math.max(0, brace - 200), brace);
  return before
    .slice(Math.max(before.lastIndexOf('}'), before.lastIndexOf('{'), before.lastIndexOf(';')) + 1)
    .trimEnd();
}

const namesKept = 2000;
const greys = new Map<string, number | undefined>();

/** Grey values of the colours that are named. */
export function coloursIn(value: string): number[] {
  return [...value.matchAll(colour)].flatMap(([name]) => {
    const grey = greys.has(name) ? greys.get(name) : greyOf(name);
    if (greys.size < namesKept) greys.set(name, grey);
    return grey === undefined ? [] : [grey];
  });
}

let drawing: OffscreenCanvasRenderingContext2D | null | undefined;

/** `undefined` for what is no colour, or none that is there. */
function greyOf(name: string): number | undefined {
  if (!CSS.supports('color', name) || /^(transparent|inherit|initial|unset|revert|currentcolor)$/i.test(name))
    return undefined;
  drawing ??= new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  if (!drawing) return undefined;
  drawing.clearRect(0, 0, 1, 1);
  drawing.fillStyle = name;
  drawing.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = drawing.getImageData(0, 0, 1, 1).data;
  const cover = alpha / 255;
  return alpha === 0 ? undefined : Math.round((0.299 * red + 0.587 * green + 0.114 * blue) * cover + 255 * (1 - cover));
}
