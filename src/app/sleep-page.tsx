// The page for the time of sleep: the book that is read, or the last one. Painted and refreshed before the device sleeps,
// and gone with the first frame after it has woken up.

import './sleep-page.css';
import { render } from 'preact';
import type { Bridge } from '../../api/ipc.ts';
import type { PanelInfo } from '../../api/panel.ts';
import type { Database } from '../db/database.ts';
import type { ScreenSettings } from '../db/settings/screen-settings.ts';
import { Cover } from '../library/cover.tsx';
import type { Intend } from '../screen/intents.ts';
import { type Language, StringsContext, stringsOf } from '../strings/languages.ts';
import { afterPaint } from './after-paint.ts';
import { call } from './bridge.ts';
import type { PanelPictures } from './panel-pictures.ts';
import { pictureOfWindow } from './window-picture.ts';

export interface SleepParts {
  bridge: Bridge;
  intend: Intend;
  panel: () => PanelInfo;
  language: () => Language;
  database: () => Database;
  pictures: () => PanelPictures;
  sleepPage: () => ScreenSettings['sleepPage'];
  /** The book that is open, or was last. */
  bookId: () => string | undefined;
  report: (error: unknown) => void;
}

interface SleepingBook {
  title: string;
  author: string;
  /** Object URL; absent: a cover is drawn. */
  cover?: string;
  /** Shown in place of the cover. */
  passage?: string;
}

/** Passages that fill the page without being cut; UTF-16 units. */
const passageLength = { least: 20, most: 420 };
/** Of all marks of a book, this many are looked at. */
const mostMarks = 500;

/** Share of the window's height; books are taller than wide. */
const coverShare = 0.62;
const coverRatio = 1.42;

export function followSleep(parts: SleepParts): void {
  const { bridge, report } = parts;
  const root = document.createElement('div');
  document.body.append(root);
  let asleep = 0;
  let cover: string | undefined;
  const size = () => {
    const height = Math.round(window.innerHeight * coverShare);
    return { width: Math.round(height / coverRatio), height };
  };
  const refresh = () => {
    const whole = { x: 0, y: 0, width: window.innerWidth, height: window.innerHeight };
    // A page that is to be seen for hours has no ghosts; nor has the one after it.
    parts.intend('clean', whole, { now: true });
    parts.intend('page', whole, { turn: false, again: true });
    if (cover !== undefined) parts.intend('image', whole);
  };
  const letGo = (url: string | undefined) => {
    if (url !== undefined) URL.revokeObjectURL(url);
  };
  const sleep = async () => {
    const night = ++asleep;
    const book = await findBook(parts, size());
    // It has woken up meanwhile.
    if (night !== asleep) return letGo(book?.cover);
    letGo(cover);
    cover = book?.cover;
    render(
      <StringsContext.Provider value={stringsOf(parts.language())}>
        <div class="sleep-page" role="img" aria-label={stringsOf(parts.language()).device.asleep}>
          {book?.passage && <blockquote class="sleep-page-passage">{book.passage}</blockquote>}
          {/* The margins within a drawn cover are shares of the width that it stands in. */}
          {book && !book.passage && (
            <div style={{ width: `${size().width}px` }}>
              <Cover book={book} url={book.cover} {...size()} />
            </div>
          )}
          <p class="sleep-page-words">
            {book?.passage ? `${book.author} · ${book.title}` : stringsOf(parts.language()).device.asleep}
          </p>
        </div>
      </StringsContext.Provider>,
      root,
    );
    refresh();
    await afterPaint();
    const { width, height, greys } = parts.panel().keepsPicture ? await pictureOfWindow(bridge) : noPicture;
    const picture = { width, height, greys: new Uint8Array(greys.buffer) };
    await call(bridge, 'power.sleepPainted', width > 0 ? { picture } : {});
  };
  bridge.on('power.sleep', () => {
    sleep().catch(async (error: unknown) => {
      report(error);
      // Nobody waits for a page that does not come.
      await call(bridge, 'power.sleepPainted', {}).catch(report);
    });
  });
  bridge.on('power.wake', () => {
    asleep += 1;
    if (!root.firstChild) return;
    render(null, root);
    refresh();
    letGo(cover);
    cover = undefined;
  });
}

const noPicture = { width: 0, height: 0, greys: new Uint8ClampedArray(0) };

async function findBook(
  { database, pictures, bookId, sleepPage }: SleepParts,
  size: { width: number; height: number },
): Promise<SleepingBook | undefined> {
  const wanted = bookId();
  const book = wanted === undefined ? undefined : await database().books.get(wanted);
  if (!book) return undefined;
  const { title, author } = book;
  const passage = sleepPage() === 'passage' ? await findPassage(database(), book.bookId) : undefined;
  if (passage) return { title, author, passage };
  const row = await database().covers.get(book.bookId);
  if (!row?.image) return { title, author };
  const image = await pictures().prepare(`cover ${row.bookId} ${row.source}`, row.image, size, 'cover');
  return { title, author, cover: URL.createObjectURL(image) };
}

/** Another one each time. */
async function findPassage({ marks }: Database, bookId: string): Promise<string | undefined> {
  const found = await marks
    .where('[bookId+chapterUid+start]')
    .between([bookId, -Infinity, -Infinity], [bookId, Infinity, Infinity])
    .limit(mostMarks)
    .toArray();
  const { least, most } = passageLength;
  const passages = found
    .map(({ markText }) => markText.trim())
    .filter(({ length }) => length >= least && length <= most);
  return passages[Math.floor(Math.random() * passages.length)];
}
