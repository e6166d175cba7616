// Numbers and signs of lists stand before their lines. Makes room for those that would be cut off by the page's edge:
// long numbers, and lists that their maker set flush. Works on what is laid out.

/** Lists of one chapter that are looked at. */
const most = 300;
/** Of the page's margin that signs may hang into. */
const hanging = 0.6;
/** Em of a figure or a letter with what is around it, and of the space behind the sign. */
const figure = 0.58;
const behind = 0.6;

export function fitLists(body: HTMLElement): void {
  const view = body.ownerDocument.defaultView;
  if (!view) return;
  const page = view.getComputedStyle(body);
  const vertical = page.writingMode.startsWith('vertical');
  const leftward = !vertical && page.direction === 'rtl';
  const margin = Number.parseFloat(vertical ? page.paddingTop : leftward ? page.paddingRight : page.paddingLeft) || 0;
  const pitch = (Number.parseFloat(page.columnWidth) || 0) + (Number.parseFloat(page.columnGap) || 0);
  if (pitch <= 0) return;
  const first = body.getBoundingClientRect();
  const moved: { list: HTMLElement; room: number }[] = [];
  for (const list of [...body.querySelectorAll<HTMLElement>('ol, ul')].slice(0, most)) {
    const item = [...list.children].find(({ localName }) => localName === 'li');
    if (!item) continue;
    const { listStyleType, listStylePosition, fontSize, display } = view.getComputedStyle(item);
    if (listStyleType === 'none' || listStylePosition === 'inside' || display !== 'list-item') continue;
    const box = item.getBoundingClientRect();
    const start =
      (vertical ? box.top - first.top : leftward ? first.right - box.right : box.left - first.left) - margin;
    // A list may begin before its column; most of a column before it is no beginning.
    const indent = ((start % pitch) + pitch) % pitch;
    const before = indent > pitch * 0.8 ? indent - pitch : indent;
    const missing = signWidth(list, listStyleType) * Number.parseFloat(fontSize) - before - margin * hanging;
    if (missing <= 1) continue;
    const own = Number.parseFloat(view.getComputedStyle(list).paddingInlineStart) || 0;
    moved.push({ list, room: own + missing });
  }
  for (const { list, room } of moved) {
    list.style.setProperty('padding-inline-start', `${Math.ceil(room)}px`, 'important');
  }
}

/** Em of the widest sign. */
function signWidth(list: HTMLElement, type: string): number {
  if (list.localName === 'ul' || /^(disc|circle|square)$/.test(type)) return 1.1;
  const items = [...list.children].filter(({ localName }) => localName === 'li');
  let next = Number.parseInt(list.getAttribute('start') ?? '1', 10) || 1;
  const numbers = items.map((item) => {
    const own = Number.parseInt(item.getAttribute('value') ?? '', 10);
    const number = Number.isNaN(own) ? next : own;
    next = number + 1;
    return number;
  });
  const roman = type.endsWith('-roman');
  const widest = Math.max(...numbers.slice(-1000).map((number) => (roman ? romanLength(number) : `${number}`.length)));
  return widest * (type === 'upper-roman' ? 0.68 : figure) + behind;
}

/** Letters of a number up to 3999; others are shown in figures. */
function romanLength(number: number): number {
  if (number < 1 || number > 3999) return `${number}`.length;
  const lengths = [0, 1, 2, 3, 2, 1, 2, 3, 4, 2];
  return [...`${number}`].reduce((sum, digit, n, all) => {
    const thousands = all.length - n === 4;
    return sum + (thousands ? Number(digit) : (lengths[Number(digit)] ?? 0));
  }, 0);
}
