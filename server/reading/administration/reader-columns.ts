// Every column that names a reader: what an export of that reader's things says of its rows, and how they go when the
// reader is removed. A test holds it against the database, so that a new table cannot be forgotten.

import type { ReadingSchema } from '../schema.ts';

export type TableName = keyof ReadingSchema | 'sync_counters';

export interface ReaderColumn {
  table: TableName;
  column: string;
  /** The file of the export that has the rows, or why none has. */
  export: { file: string } | { leftOut: string };
  /** `rows`: deleted by this column at the end. Otherwise the step that knows what hangs on them. */
  removal:
    | 'rows'
    | 'reviews'
    | 'reactions'
    | 'comments'
    | 'counts'
    | 'marks'
    | 'books'
    | 'uploads'
    | 'interests'
    | 'collections'
    | 'end';
}

const file = (name: string) => ({ file: name });
const leftOut = (reason: string) => ({ leftOut: reason });
const secret = leftOut('proofs of sign-ins, of no use elsewhere');
const derived = leftOut('computed from other rows');
const ofOthers = leftOut('written by others');
const forSync = leftOut('keeps incremental lists right, and says nothing about the reader');

const row = (
  table: TableName,
  column: string,
  told: ReaderColumn['export'],
  removal: ReaderColumn['removal'] = 'rows',
): ReaderColumn => ({ table, column, export: told, removal });

export const readerColumns: readonly ReaderColumn[] = [
  row('users', 'vid', file('profile'), 'end'),
  row('removals', 'vid', leftOut('only while the reader is being removed'), 'end'),
  row('account_settings', 'vid', file('settings')),
  row('features', 'owner', file('features')),
  row('devices', 'vid', file('devices')),
  row('sessions', 'vid', secret),
  row('redeemed_codes', 'vid', secret),
  row('shelf_entries', 'vid', file('shelf')),
  row('archives', 'vid', file('folders')),
  row('archive_members', 'vid', file('folder-contents')),
  row('progress', 'vid', file('progress')),
  row('reading_records', 'vid', file('reading-records')),
  row('reading_days', 'vid', file('reading-days')),
  row('reading_totals', 'vid', derived),
  row('reading_hours', 'vid', file('reading-hours')),
  row('reading_speeds', 'vid', file('reading-speeds')),
  row('book_states', 'vid', file('book-states'), 'counts'),
  row('marks', 'vid', file('marks'), 'marks'),
  row('underline_readers', 'vid', derived, 'marks'),
  row('reviews', 'vid', file('reviews'), 'reviews'),
  row('topic_reviews', 'vid', derived, 'reviews'),
  row('notes', 'vid', derived),
  row('notebooks', 'vid', derived),
  row('comments', 'vid', file('comments'), 'comments'),
  row('comments', 'thread_vid', ofOthers, 'comments'),
  row('comments', 'to_vid', ofOthers, 'comments'),
  row('review_likes', 'vid', file('review-likes'), 'reactions'),
  row('comment_likes', 'vid', file('comment-likes'), 'reactions'),
  row('shelf_likes', 'vid', file('shelf-likes')),
  row('shelf_likes', 'owner_vid', file('likes-of-my-shelf')),
  row('reposts', 'vid', file('reposts'), 'reactions'),
  row('ratings', 'vid', file('ratings'), 'interests'),
  row('relations', 'vid', file('relations'), 'end'),
  row('relations', 'other_vid', leftOut('what others did about the reader is theirs'), 'end'),
  row('author_accounts', 'vid', file('author-names')),
  row('book_settings', 'vid', file('book-settings')),
  row('reference_access', 'vid', file('reference-access')),
  row('discoveries', 'vid', file('discoveries')),
  row('wishers', 'vid', file('wishes'), 'counts'),
  row('searched_words', 'vid', file('searched-words'), 'counts'),
  row('store_searches', 'vid', leftOut('results of searches, kept for an hour for their next pages')),
  row('feedback', 'vid', file('feedback')),
  row('shown_books', 'vid', derived),
  row('interests', 'vid', derived, 'interests'),
  row('interest_changes', 'vid', derived, 'interests'),
  row('books', 'owner_vid', file('books'), 'books'),
  row('book_words', 'owner_vid', derived, 'books'),
  row('publications', 'owner_vid', file('collections'), 'collections'),
  row('article_reads', 'vid', file('read-articles')),
  row('purchases', 'vid', file('purchases')),
  row('uploads', 'vid', file('uploads'), 'uploads'),
  row('stored_objects', 'vid', file('stored-objects'), 'uploads'),
  row('imported_paths', 'vid', file('imported-paths')),
  row('conversions', 'vid', file('conversions')),
  row('applied_events', 'vid', forSync),
  row('sync_counters', 'owner', forSync, 'end'),
  row('sync_floors', 'owner', forSync, 'end'),
];

/** What a column of a table is called where it names a reader. */
export const namesReader = /(^|_)vid$|^owner$/;
