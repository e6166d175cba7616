// What is selected, and its menu, where the page is laid out anew: by its place in the text, as marks are kept.

import type { BookView } from '../../book/book.ts';
import { partsOf, type Selection, spansOf, withoutPassedEdge } from './selection-parts.ts';
import type { Chosen } from './subject.ts';

export interface LaidSelection {
  selection: Selection;
  /** Its menu, where that is open. */
  chosen: Chosen | undefined;
}

/** Drawn on the page that is shown; `undefined` where nothing of it stands there. */
export function keptAnew(before: LaidSelection, view: Pick<BookView, 'select'>): LaidSelection | undefined {
  const { passed, selected: was } = before.selection;
  const laid = view.select(was, spansOf(passed));
  if (!laid || laid.text !== was.text || laid.box.width * laid.box.height <= 0) return undefined;
  const selection = { ...before.selection, selected: withoutPassedEdge(laid, passed) };
  const [first, ...others] = partsOf(selection);
  const { chosen } = before;
  if (chosen?.kind !== 'new' || !first) return { selection, chosen: undefined };
  return { selection, chosen: { ...chosen, parts: [first, ...others], box: laid.box } };
}
