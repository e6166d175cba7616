// Opens everything that an open book consists of: its file, its pages at the right place, its marks. Nothing is
// shown yet when it resolves; the caller shows it in one commit.

import type { Book, BookView, ReadingStyle, Target } from '../../book/book.ts';
import type { PageStyle } from '../../book/pages/page-style.ts';
import { bookNetwork } from '../../db/book-network.ts';
import type { Database } from '../../db/database.ts';
import { type FooterSettings, footerSettings } from '../../db/footer-settings.ts';
import { keptPages } from '../../db/page-counts.ts';
import { storedPageStyle } from '../../db/page-styles.ts';
import { type PaceFacts, readingPace } from '../../db/reading-pace.ts';
import { readSetting } from '../../db/settings.ts';
import type { ShownForm } from '../../db/shown-forms.ts';
import { nearestLanguage, stringsOf } from '../../strings/languages.ts';
import { type BookMarks, openBookMarks } from '../marks/book-marks.ts';
import { fetchRemote } from '../network/fetch-remote.ts';
import { openingPlace, targetOf } from '../turning/places.ts';
import { loadFile } from './load-file.ts';
import { drawnFormats, openForm } from './open-forms.ts';

export interface Opened {
  book: Book;
  /** In which of two forms the book is shown; absent where there is only one. */
  form: ShownForm | undefined;
  view: BookView;
  marks: BookMarks;
  version: number;
  /** The place that was left for the one that was asked for. */
  left: Target | undefined;
  footer: FooterSettings;
  pace: PaceFacts;
}

export interface OpenParts {
  database: Database;
  bookId: string;
  at: Target | undefined;
  report: (error: unknown) => void;
  /** Unix seconds. */
  now: () => number;
  signal: AbortSignal;
  onFacts: (facts: { title: string; author: string }) => void;
  onProgress: (tenths: number) => void;
  /** Asks for the file's password; `again`: the last one was wrong. `undefined` gives up. */
  onLocked: (again: boolean) => Promise<string | undefined>;
}

/** `undefined` when it was aborted. Rejects with an AppError or a BookError that says why it does not open. */
export async function openParts(
  parts: OpenParts,
  container: HTMLElement,
  style: () => ReadingStyle,
): Promise<Opened | undefined> {
  const { database, bookId, at, report, signal } = parts;
  const row = await database.books.get(bookId);
  if (row) parts.onFacts({ title: row.title, author: row.author });
  const loaded = await loadFile(parts, bookId, parts.onProgress, signal);
  const { version } = loaded;
  const words = stringsOf(nearestLanguage([document.documentElement.lang])).bookPages;
  const { allowed: networkAllowed } = await readSetting(database, bookNetwork(bookId));
  const pageStyle = (await storedPageStyle(database, bookId)) as PageStyle | undefined;
  const [{ book, form }, position, marks, footer, pace] = await Promise.all([
    openForm(parts, loaded, {
      pageCounts: keptPages(database, bookId, version),
      pageStyle,
      password: parts.onLocked,
      fetchRemote,
      networkAllowed,
      // Of two forms it is not known yet which is shown.
      container: row && drawnFormats.has(row.format) ? undefined : container,
      ...(words ? { words } : {}),
    }),
    database.positions.get(bookId),
    openBookMarks(database, bookId, report),
    readSetting(database, footerSettings),
    readSetting(database, readingPace(bookId)),
  ]);
  const last = openingPlace(position);
  const lastTarget = last && targetOf(last);
  try {
    const view = signal.aborted ? undefined : await book.show(container, style(), at ?? lastTarget);
    if (view && !signal.aborted) {
      marks.attach(view);
      return { book, form, view, marks, version, left: at ? lastTarget : undefined, footer, pace };
    }
  } catch (error) {
    book.close();
    throw error;
  }
  book.close();
  return undefined;
}
