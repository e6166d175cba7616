// Where an article stands among those of its publication: one number by which pages are cut, newest largest.

import type { ArticleRow } from '../schema/publications.ts';

/** Articles of one second that are told apart. */
const perSecond = 2 ** 18;
/** Above every place by time; with it, a place is still a safe integer. */
const pinned = 2 ** 52;
const latest = 2 ** 33;

/** The place before which everything published earlier than `seconds` stands. */
export function placeOfTime(seconds: number): number {
  return Math.min(seconds, latest) * perSecond;
}

/** `place` by time; `top_place` the same with pinned ones above all others. */
export function placesOf(row: Pick<ArticleRow, 'published_at' | 'chapter_uid' | 'top_order'>) {
  const place = placeOfTime(row.published_at) + (row.chapter_uid % perSecond);
  return { place, top_place: row.top_order > 0 ? pinned + row.top_order : place };
}
