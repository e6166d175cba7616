// What the reader's views show along with a page, before it is painted. Pure.

import type { PageNumbers } from '../../book/book.ts';
import type { PageFooter } from '../footer/page-footer.ts';
import { signsOn } from '../marks/signs.ts';
import type { Opened } from '../opening/open-parts.ts';
import type { ReadingState } from '../reading-state.ts';
import type { LaidOut } from './laid-out.ts';
import { bookmarksOn } from './page-facts.ts';
import type { PageTurns } from './page-turns.ts';

export interface ShownWith {
  laid: Pick<LaidOut, 'shown'>;
  /** Absent before the book is open, as is all that follows. */
  opened: Pick<Opened, 'view' | 'marks'> | undefined;
  footer: Pick<PageFooter, 'line'> | undefined;
  turns: Pick<PageTurns, 'canReturn' | 'canAdvance'> | undefined;
}

export function pageState(numbers: PageNumbers, { laid, opened, footer, turns }: ShownWith): Partial<ReadingState> {
  const { view, marks } = opened ?? {};
  return {
    ...laid.shown(),
    ...(footer ? { line: footer.line(numbers) } : {}),
    bookmarks: view && marks ? bookmarksOn(view, marks.shown(), numbers) : [],
    signs: view && marks ? signsOn(view, marks.beside(), numbers) : [],
    canReturn: turns?.canReturn ?? false,
    canAdvance: turns?.canAdvance ?? false,
  };
}
