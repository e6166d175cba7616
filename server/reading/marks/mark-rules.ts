// How edits of marks merge: per field the newest edit wins, a removal wins only over older edits, and what comes twice
// changes nothing. Pure rules, without database or HTTP.

import { AppError } from '../../../api/errors.ts';
import type { MarkRow } from '../schema/marks.ts';

export interface MarkPlace {
  bookId: string;
  chapterUid: number;
  start: number;
  end: number;
}

export const bookmarkIdOf = ({ bookId, chapterUid, start, end }: MarkPlace) =>
  `${bookId}_${chapterUid}_${start}-${end}`;

/** A book's id may hold underscores itself, so the parts are taken from the end. */
export function parseBookmarkId(bookmarkId: string): MarkPlace {
  const parts = /^(.+)_(\d{1,9})_(\d{1,12})-(\d{1,12})$/.exec(bookmarkId);
  if (!parts) throw new AppError('bad_argument', undefined, { bookmarkId: 'must be {bookId}_{chapterUid}_{range}' });
  return { bookId: parts[1] as string, chapterUid: Number(parts[2]), start: Number(parts[3]), end: Number(parts[4]) };
}

/** A page bookmark is a point and a highlight is not, which keeps their ids apart. */
export function parseRange(range: string, type: number): { start: number; end: number } {
  const [start, end] = range.split('-').map(Number) as [number, number];
  const fits = Number.isSafeInteger(end) && end < 1e12 && (type === 0 ? start === end : start < end);
  if (fits) return { start, end };
  const problem = type === 0 ? 'must be offset-offset for a page bookmark' : 'must be start-end with start before end';
  throw new AppError('bad_argument', undefined, { range: problem });
}

export interface MarkEdit {
  /** When the person made it, Unix seconds. */
  time: number;
  style?: number;
  colorStyle?: number;
}

/** What was said of a mark when it was added; the rest of its row is how marks are when nothing is said. */
export interface Given {
  style?: number;
  colorStyle?: number;
  translateMode?: number;
}

export const lookOf = ({ style, color_style, translate_mode }: MarkRow): Given => ({
  style,
  colorStyle: color_style,
  translateMode: translate_mode,
});

/** A new mark; one that is added again; or a removed one that was added after its removal. */
export function mergeAdded(stored: MarkRow | undefined, added: MarkRow, given: Given): MarkRow {
  if (!stored) return added;
  if (stored.removed_at > added.edit_time) return stored;
  if (stored.removed_at !== 0) return { ...added, create_time: added.create_time };
  const merged = mergeEdit(stored, { ...given, time: added.edit_time });
  const isNewer = added.edit_time >= stored.edit_time;
  // What was exact before must not be lost to a client that knows less.
  const kept = (told: string, before: string) => (isNewer ? told || before : before || told);
  return {
    ...merged,
    book_version: isNewer ? added.book_version : stored.book_version,
    mark_text: kept(added.mark_text, stored.mark_text),
    context_abstract: kept(added.context_abstract, stored.context_abstract),
    cfi: kept(added.cfi, stored.cfi),
    text_quote: kept(added.text_quote, stored.text_quote),
    text_before: kept(added.text_before, stored.text_before),
    text_after: kept(added.text_after, stored.text_after),
    translate_mode: isNewer ? (given.translateMode ?? stored.translate_mode) : stored.translate_mode,
    create_time: Math.min(stored.create_time, added.create_time),
  };
}

/** Fields edited later stay as they are. */
export function mergeEdit(stored: MarkRow, edit: MarkEdit): MarkRow {
  const merged = { ...stored, edit_time: Math.max(stored.edit_time, edit.time) };
  if (edit.style !== undefined && edit.time >= stored.style_time) {
    merged.style = edit.style;
    merged.style_time = edit.time;
  }
  if (edit.colorStyle !== undefined && edit.time >= stored.color_style_time) {
    merged.color_style = edit.colorStyle;
    merged.color_style_time = edit.time;
  }
  return merged;
}

/** The removed mark, or the same row when a newer edit keeps it. */
export function mergeRemoved(stored: MarkRow, time: number, now: number): MarkRow {
  if (stored.edit_time > time || stored.removed_at >= Math.max(1, time)) return stored;
  return { ...stored, removed_at: time, removal_stored_at: stored.removal_stored_at || now };
}

export function sameMark(a: MarkRow | undefined, b: MarkRow): boolean {
  return a !== undefined && (Object.keys(b) as (keyof MarkRow)[]).every((name) => a[name] === b[name]);
}
