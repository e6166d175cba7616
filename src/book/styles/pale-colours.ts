// Makes letters that a book prints in pale colours dark enough for sixteen greys. A sheet that has dark grounds is left
// as it is: what is pale there is meant to be read on them.

/** Grey value, 0–255, from which letters on white are hard to read; white itself is meant for something else. */
const palest = { from: 120, to: 246 };
const darkGround = 140;
const legible = '#444';

const declaration = /(?<![\w-])(color|background(?:-color)?)(\s*:\s*)([^;{}]+)/gi;
const colour = /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl)a?\([^)]*\)|\b[a-z]{3,20}\b/gi;

export function darkenPale(css: string): string {
  if (!/(?<![\w-])color\s*:/i.test(css)) return css;
  for (const [, name, , value] of css.matchAll(declaration)) {
    if (name?.toLowerCase() !== 'color' && coloursIn(value ?? '').some((grey) => grey < darkGround)) return css;
  }
  return css.replace(declaration, (all, name: string, colon: string, value: string) => {
    if (name.toLowerCase() !== 'color') return all;
    const grey = coloursIn(value)[0];
    if (grey === undefined || grey < palest.from || grey >= palest.to) return all;
    return `${name}${colon}${legible}${/!\s*important/i.test(value) ? ' !important' : ''}`;
  });
}

const namesKept = 2000;
const greys = new Map<string, number | undefined>();

/** Grey values of the colours that are named. */
function coloursIn(value: string): number[] {
  return [...value.matchAll(colour)].flatMap(([name]) => {
    const grey = greys.has(name) ? greys.get(name) : greyOf(name);
    if (greys.size < namesKept) greys.set(name, grey);
    return grey === undefined ? [] : [grey];
  });
}

/** `undefined` for what is no colour, or none that is there. */
function greyOf(name: string): number | undefined {
  if (!CSS.supports('color', name) || /^(transparent|inherit|initial|unset|revert|currentcolor)$/i.test(name))
    return undefined;
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  if (!context) return undefined;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, 1, 1);
  context.fillStyle = name;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return Math.round(0.299 * red + 0.587 * green + 0.114 * blue);
}
