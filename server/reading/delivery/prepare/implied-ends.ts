// Which open elements end where another begins, in chapters that were written as HTML and leave their end tags out.

const words = (text: string) => new Set(text.trim().split(/\s+/));

const endsParagraph = words(`
  address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3
  h4 h5 h6 header hgroup hr li main menu nav ol p pre section summary table ul
`);
const walls = words('body html table td th caption template button object svg math');
const ends: ReadonlyMap<string, { closes: ReadonlySet<string>; walls: ReadonlySet<string> }> = new Map([
  ['li', { closes: words('li'), walls: words('ul ol menu') }],
  ['dt', { closes: words('dt dd'), walls: words('dl') }],
  ['dd', { closes: words('dt dd'), walls: words('dl') }],
  ['option', { closes: words('option'), walls: words('select optgroup datalist') }],
  ['td', { closes: words('td th'), walls: words('tr table') }],
  ['th', { closes: words('td th'), walls: words('tr table') }],
  ['tr', { closes: words('tr'), walls: words('table tbody thead tfoot') }],
  ['tbody', { closes: words('thead tbody tfoot'), walls: words('table') }],
  ['tfoot', { closes: words('thead tbody tfoot'), walls: words('table') }],
]);

/** How many of the open elements stay open when `name` begins. */
export function depthFor(name: string, open: readonly string[]): number {
  const rule = ends.get(name);
  let depth = open.length;
  if (rule) {
    for (let at = open.length - 1; at >= 0; at--) {
      const each = open[at] as string;
      if (rule.closes.has(each)) depth = at;
      if (rule.closes.has(each) || rule.walls.has(each) || each === 'body') break;
    }
  }
  if (!endsParagraph.has(name)) return depth;
  for (let at = depth - 1; at >= 0; at--) {
    const each = open[at] as string;
    if (each === 'p') return at;
    if (walls.has(each)) break;
  }
  return depth;
}
