// Opens everything that an open book consists of: its file, its pages at the right place, its marks. Nothing is
// shown yet when it resolves; the caller shows it in one commit.

import type { Book, BookView, ReadingStyle, Target } from '../../book/book.ts';
import type { PageStyle } from '../../book/pages/page-style.ts';
import type { Database } from '../../db/database.ts';
import { loadFile } from '../../db/reading/load-file.ts';
import { forgetOpened, noteOpening } from '../../db/reading/opened-book.ts';
import { keptPages } from '../../db/reading/page-counts.ts';
import { type PaceFacts, readingPace } from '../../db/reading/reading-pace.ts';
import { bookNetwork } from '../../db/settings/book-network.ts';
import { type FooterSettings, footerSettings } from '../../db/settings/footer-settings.ts';
import { storedPageStyle } from '../../db/settings/page-styles.ts';
import { readSetting } from '../../db/settings/settings.ts';
import type { ShownForm } from '../../db/settings/shown-forms.ts';
import { loadLettersOf } from '../../fonts/menu-fonts.ts';
import { nearestLanguage, stringsOf } from '../../strings/languages.ts';
import { type BookMarks, openBookMarks } from '../marks/book-marks.ts';
import { fetchRemote } from '../network/fetch-remote.ts';
import { type Offer, openingPlace, targetOf } from '../turning/places.ts';
import { findOffer } from './find-offer.ts';
import { drawnFormats, type OpenedForm, openForm } from './open-forms.ts';
import { Stage } from './stage.ts';

export interface Opened {
  book: Book;
  /** In which of two forms the book is shown; absent where there is only one. */
  form: ShownForm | undefined;
  view: BookView;
  /** What the view is laid out in; unseen until it is revealed. */
  stage: Stage;
  marks: BookMarks;
  version: number;
  /** The place that was left for the one that was asked for. */
  left: Target | undefined;
  /** To go where another device was; none where a place was asked for. */
  offer: Offer | undefined;
  footer: FooterSettings;
  pace: PaceFacts;
}

export interface OpenParts {
  database: Database;
  bookId: string;
  deviceId: string;
  at: Target | undefined;
  /** With a file that is fetched anew, though there is one. */
  afresh?: boolean;
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
  const { database, bookId, report } = parts;
  let opened: Opened | undefined;
  let noted = false;
  const note = () => {
    noted = true;
    return noteOpening(database, bookId).catch(report);
  };
  const stage = new Stage(container);
  try {
    opened = await openNoted(parts, stage, style, note);
    return opened;
  } finally {
    if (!opened) stage.remove();
    // What was left before it was noted may be the note of a later opening.
    if (noted && !opened) await forgetOpened(database, bookId).catch(report);
  }
}

/** A book that hangs while it is opened stays noted. */
async function openNoted(
  parts: OpenParts,
  stage: Stage,
  style: () => ReadingStyle,
  note: () => Promise<void>,
): Promise<Opened | undefined> {
  const { database, bookId, deviceId, at, report, signal } = parts;
  // Asked all at once: every answer of the store is a way to another process and back.
  const [row, loaded, { allowed: networkAllowed }, pageStyle, footer] = await Promise.all([
    bookRow(parts),
    loadFile(parts, bookId, parts.onProgress, signal, parts.afresh),
    readSetting(database, bookNetwork(bookId)),
    storedPageStyle(database, bookId),
    readSetting(database, footerSettings),
  ]);
  if (signal.aborted) return undefined;
  const { version } = loaded;
  const password = async (again: boolean) => {
    if (signal.aborted) return undefined;
    // Whoever ends the reader at a question ends no book that holds it up.
    await forgetOpened(database, bookId).catch(report);
    const answer = await parts.onLocked(again);
    if (answer !== undefined) await note();
    return answer;
  };
  const words = stringsOf(nearestLanguage([document.documentElement.lang])).bookPages;
  const opening = openForm({ ...parts, format: row?.format ?? '' }, loaded, {
    pageCounts: keptPages(database, bookId, version),
    pageStyle: pageStyle as PageStyle | undefined,
    ...{ password, fetchRemote, networkAllowed },
    // Of two forms it is not known yet which is shown.
    container: row && drawnFormats.has(row.format) ? undefined : stage.element,
    ...(words ? { words } : {}),
  });
  // What may have come from elsewhere is asked once the file is there, which may have taken its time.
  const all = Promise.all([
    opening,
    database.positions.get(bookId),
    openBookMarks(database, bookId, report),
    readSetting(database, readingPace(bookId)),
    at ? undefined : findOffer(database, bookId, deviceId),
    // Not before the file is here: a download may be ended at any time.
    note(),
  ]);
  const [{ book, form }, position, marks, pace, offer] = await orClosed(all, opening);
  const last = openingPlace(position);
  const lastTarget = last && targetOf(last);
  // Whoever leaves now takes the frames away that the first page is laid out in, and that would wait for them for ever.
  const leave = () => book.close();
  signal.addEventListener('abort', leave, { once: true });
  try {
    // A line whose letters come after its page would be painted twice.
    const titles = [row?.title, ...book.toc.map(({ title }) => title)].join(' ');
    const [view] = signal.aborted
      ? []
      : await Promise.all([book.show(stage.element, style(), at ?? lastTarget), loadLettersOf(document, titles)]);
    if (view && !signal.aborted) {
      marks.attach(view);
      return { book, form, view, stage, marks, version, left: at ? lastTarget : undefined, offer, footer, pace };
    }
  } catch (error) {
    book.close();
    throw error;
  } finally {
    signal.removeEventListener('abort', leave);
  }
  book.close();
  return undefined;
}

/** Where something else fails, the book that was opened for it is closed. */
async function orClosed<T>(all: Promise<T>, opening: Promise<OpenedForm>): Promise<T> {
  try {
    return await all;
  } catch (error) {
    // A book that does not open either has nothing to close.
    opening.then(
      ({ book }) => book.close(),
      () => undefined,
    );
    throw error;
  }
}

async function bookRow({ database, bookId, onFacts }: OpenParts) {
  const row = await database.books.get(bookId);
  if (row) onFacts({ title: row.title, author: row.author });
  return row;
}
