// Which elements and attributes a chapter made from another format may consist of. What is not listed here loses its tag.

const words = (text: string) => text.trim().split(/\s+/);

export type Kept = 'block' | 'inline';

const blocks = words(`
  h1 h2 h3 h4 h5 h6 p blockquote pre ul ol dl table figure hr div address details section article aside center
`);
const inside = words(`
  a abbr b bdi bdo br cite code data del dfn em i ins kbd mark q rb rp rt rtc ruby s samp small span strong sub sup time
  tt u var wbr big strike img li dt dd caption colgroup col thead tbody tfoot tr td th figcaption summary
  math mi mn mo ms mtext mspace mrow mfrac msqrt mroot mstyle mpadded mphantom mfenced menclose msub msup msubsup munder
  mover munderover mtable mtr mtd
  svg g path rect circle ellipse line polyline polygon text tspan title desc
`);

/** Obsolete ones are kept out by name, so that every reader knows what is left. */
const obsolete = new Set(words('center tt big strike address details'));

export const keptElements: ReadonlyMap<string, Kept> = new Map([
  ...blocks.filter((name) => !obsolete.has(name)).map((name) => [name, 'block'] as const),
  ...inside.filter((name) => !obsolete.has(name)).map((name) => [name, 'inline'] as const),
]);

/** May hold blocks, and say nothing by themselves. */
export const containers: ReadonlySet<string> = new Set(
  words('html body div section article main header footer nav aside center form fieldset details address hgroup'),
);

/** With all that is in them. */
export const droppedWhole: ReadonlySet<string> = new Set(
  words(`head script style template iframe frame frameset object embed applet noembed noframes video audio canvas input
    button select textarea option datalist link meta base map area dialog portal foreignObject animate animateTransform
    animateMotion set use image`),
);

export const voidElements: ReadonlySet<string> = new Set(words('br hr img wbr col'));

const everywhere = words('id lang dir title');
const drawn = words(`d x y x1 x2 y1 y2 cx cy r rx ry points width height viewBox transform fill-rule stroke-width
  text-anchor font-size opacity`);
const of: Record<string, readonly string[]> = {
  img: ['alt', 'width', 'height'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
  col: ['span'],
  colgroup: ['span'],
  ol: ['start', 'reversed', 'type'],
  li: ['value'],
  time: ['datetime'],
  mfrac: ['linethickness'],
  mo: ['stretchy', 'fence', 'separator'],
  math: ['display'],
};
const sets = new Map<string, ReadonlySet<string>>();

/** Of an element that is kept. Addresses are not among them: they are set by who knows where they lead. */
export function allowedAttributes(element: string): ReadonlySet<string> {
  const known = sets.get(element);
  if (known) return known;
  const isDrawn = ['svg', 'g', 'path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'text', 'tspan'];
  const allowed = new Set([...everywhere, ...(of[element] ?? []), ...(isDrawn.includes(element) ? drawn : [])]);
  sets.set(element, allowed);
  return allowed;
}
