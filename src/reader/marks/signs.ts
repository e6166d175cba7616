// The small signs in the page's margin: here the reader wrote a thought, here others did. Worked out before the page is
// painted, from what is drawn on it. Pure but for the questions to the laid-out text.

import type { BookView, PageNumbers } from '../../book/book.ts';
import type { Beside } from './book-marks.ts';

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

export function signsOn(view: Pick<BookView, 'pageOf' | 'text'>, beside: Beside, page: PageNumbers): MarginSign[] {
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
  const signs: MarginSign[] = [];
  const add = (kind: MarginSign['kind'], { chapterUid, start, end }: Ranged, count: number) => {
    // The last characters may have no width, as word joiners have none.
    const box = text.boxes(Math.max(start, end - 16), end).at(-1);
    if (!box) return;
    const [size, at] = text.vertical ? [box.width, box.x + box.width / 2] : [box.height, box.y + box.height / 2];
    const same = signs.find((sign) => sign.kind === kind && Math.abs(sign.at - at) < size);
    if (same) {
      same.count = kind === 'own' ? same.count + count : Math.max(same.count, count);
      same.ranges.push({ start, end });
    } else if (signs.length < mostSigns) signs.push({ kind, count, chapterUid, at, ranges: [{ start, end }] });
  };
  for (const thought of onPage(beside.thoughts)) add('own', thought, 1);
  for (const range of onPage(beside.popular)) add('others', range, range.readers);
  return signs;
}
