// The small signs in the page's margin: here the reader wrote a thought, here others did. Worked out before the page is
// painted, from what is drawn on it. Pure but for the questions to the laid-out text.

import type { BookView, Box, PageNumbers } from '../../book/book.ts';
import type { Beside } from './book-marks.ts';
import { drawnPopularId, drawnThoughtId } from './new-mark.ts';

export interface MarginSign {
  kind: 'own' | 'others';
  /** Thoughts of the reader's own, or readers who underlined the words. */
  count: number;
  chapterUid: number;
  /** What the sign stands for, from the first to the last range in its line. */
  ranges: { start: number; end: number }[];
  /** CSS pixels: the middle of the line along the margin. */
  at: number;
}

/** At most so many on a page, the first ones; more would be a second text. */
const mostSigns = 24;
/** Each is asked for its page; of more, the page is asked once for what it shows. */
const fewRows = 16;

interface Ranged {
  chapterUid: number;
  start: number;
  end: number;
}

export function signsOn(
  view: Pick<BookView, 'pageOf' | 'text' | 'markEnds'>,
  beside: Beside,
  page: PageNumbers,
): MarginSign[] {
  return view.markEnds ? signsOfDrawn(view.markEnds(), beside) : signsOfText(view, beside, page);
}

/** Of drawn pages, of which several are shown or a part, and which may show words of another text than the marks'. */
function signsOfDrawn(ends: ReadonlyMap<string, Box>, { thoughts, popular }: Beside): MarginSign[] {
  const signs = new Signs();
  if (ends.size === 0) return signs.all;
  const middle = ({ y, height }: Box) => ({ size: height, at: y + height / 2 });
  for (const thought of thoughts) {
    const box = ends.get(drawnThoughtId(thought.thoughtId));
    if (box) signs.add('own', thought, 1, middle(box));
  }
  for (const range of popular) {
    const box = ends.get(drawnPopularId(range));
    if (box) signs.add('others', range, range.readers, middle(box));
  }
  return signs.all;
}

function signsOfText(view: Pick<BookView, 'pageOf' | 'text'>, beside: Beside, page: PageNumbers): MarginSign[] {
  const text = view.text();
  if (text?.chapterUid !== page.chapterUid) return [];
  let shown: Pick<Ranged, 'start' | 'end'> | undefined;
  const onPage = <T extends Ranged>(rows: readonly T[]) => {
    const here = rows.filter((row) => row.chapterUid === page.chapterUid && row.end > row.start);
    if (here.length <= fewRows) return here.filter((row) => view.pageOf(row.chapterUid, row.end - 1) === page.page);
    const { start, end } = shown ?? text.shown();
    shown = { start, end };
    return here.filter((row) => row.end > start && row.end <= end);
  };
  const signs = new Signs();
  const add = (kind: MarginSign['kind'], range: Ranged, count: number) => {
    // The last characters may have no width, as word joiners have none.
    const box = text.boxes(Math.max(range.start, range.end - 16), range.end).at(-1);
    if (!box) return;
    const [size, at] = text.vertical ? [box.width, box.x + box.width / 2] : [box.height, box.y + box.height / 2];
    signs.add(kind, range, count, { size, at });
  };
  for (const thought of onPage(beside.thoughts)) add('own', thought, 1);
  for (const range of onPage(beside.popular)) add('others', range, range.readers);
  return signs.all;
}

/** One for each line and kind. */
class Signs {
  readonly all: MarginSign[] = [];

  /** `at`: the middle of the line along the margin; `size`: of the line. */
  add(
    kind: MarginSign['kind'],
    { chapterUid, start, end }: Ranged,
    count: number,
    { size, at }: { size: number; at: number },
  ): void {
    // A sign stands for ranges of one chapter, though a drawn page may show words of two.
    const same = this.all.find(
      (sign) => sign.kind === kind && sign.chapterUid === chapterUid && Math.abs(sign.at - at) < size,
    );
    if (same) {
      same.count = kind === 'own' ? same.count + count : Math.max(same.count, count);
      same.ranges.push({ start, end });
    } else if (this.all.length < mostSigns) this.all.push({ kind, count, chapterUid, at, ranges: [{ start, end }] });
  }
}
