// Time left where pages are drawn as they are: learned and told by pages, whatever format they come from.

import { afterEach, describe, expect, it } from 'vitest';
import type { Book, BookView } from '../../../../src/book/book.ts';
import { openFile } from '../../../../src/book/open-file.ts';
import { defaultPageStyle, type PageStyle } from '../../../../src/book/pages/page-style.ts';
import { type PaceFacts, readingPace } from '../../../../src/db/reading/reading-pace.ts';
import { footerSettings } from '../../../../src/db/settings/footer-settings.ts';
import { readSetting } from '../../../../src/db/settings/settings.ts';
import type { FeatureParts } from '../../../../src/reader/feature.ts';
import { pagesLeft } from '../../../../src/reader/footer/book-lengths.ts';
import { learnPace, minutesFor } from '../../../../src/reader/footer/pace.ts';
import { PageFooter } from '../../../../src/reader/footer/page-footer.ts';
import { buildEpub, buildZip, page } from '../../book/build-zip.ts';
import { buildPdf } from '../../book/pdf/build-pdf.ts';
import { makeContainer, plainStyle } from '../../book/reading-style.ts';
import { temporaryDatabase } from '../../db/temporary-database.ts';
import { pictureBytes } from '../../painted-picture.ts';

const opened: { book: Book; container: HTMLElement }[] = [];

afterEach(() => {
  for (const { book, container } of opened.splice(0)) {
    book.close();
    container.remove();
  }
});

const upright: [number, number] = [700, 900];
const low: [number, number] = [700, 400];
const wide: [number, number] = [1200, 800];
/** Pages of each book. */
const count = 14;
const byCharacters = { characters: 6000, seconds: 300, turns: 9 };

const document_ = async () =>
  buildPdf({ pages: Array.from({ length: count }, (_, n) => ({ lines: [[40, 560, `${n}`]] })) });

async function comic(): Promise<Blob> {
  const data = await pictureBytes(300, 400, (context) => context.fillRect(0, 0, 30, 30), 'image/png');
  const parts = Array.from({ length: count }, (_, n) => ({ name: `${String(n).padStart(2, '0')}.png`, data }));
  return new File([await buildZip(parts)], 'Strip.cbz');
}

const fixedBook = () =>
  buildEpub(
    Array.from({ length: count }, (_, n) => ({
      name: `${n}.xhtml`,
      // Pictures have no words.
      data: page(n % 2 ? '' : `<p>Page ${n}</p>`, '<meta name="viewport" content="width=400, height=600"/>'),
    })),
    { metadata: '<meta property="rendition:layout">pre-paginated</meta>' },
  );

async function begin(file: Blob, size: [number, number], style: Partial<PageStyle> = {}) {
  const { book } = await openFile(file, { pageStyle: { ...defaultPageStyle, crop: 'off', ...style } });
  const container = makeContainer(...size);
  opened.push({ book, container });
  const view = await book.show(container, plainStyle);
  const database = await temporaryDatabase();
  let time = 0;
  const kept: Promise<unknown>[] = [];
  const parts = {
    ...{ book, view, database, bookId: 'b_1', clock: () => time, now: () => 1_800_000_000 },
    state: { setState: () => undefined },
    later: (work: Promise<unknown>) => kept.push(work),
  } as unknown as FeatureParts;
  const footer = new PageFooter(parts, { footer: footerSettings.initial, pace: byCharacters });
  view.on('place', (place) => footer.placed(place));
  const read = async (seconds: number, turn: (view: BookView) => Promise<unknown> = (shown) => shown.next()) => {
    time += seconds * 1000;
    footer.touched();
    await turn(view);
  };
  const stored = async (): Promise<PaceFacts> => {
    footer.close();
    await Promise.all(kept);
    return readSetting(database, readingPace('b_1'));
  };
  const line = () => {
    const place = view.place();
    if (!place) throw new Error('No page is shown.');
    return footer.line(place);
  };
  return { view, read, line, stored };
}

describe.each<[string, () => Promise<Blob>, [number, number], Partial<PageStyle>, number]>([
  ['a document', document_, upright, {}, 1],
  ['a document whose pages are turned by parts', document_, low, { fit: 'width', spread: 'one' }, 1],
  ['a comic', comic, upright, {}, 1],
  ['a comic, two pages side by side', comic, wide, { spread: 'auto' }, 2],
  ['a fixed book', fixedBook, upright, {}, 1],
  ['a fixed book, two pages side by side', fixedBook, wide, {}, 2],
])('of %s', (_, file, size, style, beside) => {
  it('is known after a few pages, and kept beside the pace of characters', async () => {
    const { view, read, line, stored } = await begin(await file(), size, style);
    expect(line()).toMatchObject({ chapterMinutes: undefined, bookMinutes: undefined });
    // The first turn says where reading began.
    await read(5);
    const here = () => {
      const { section = 0, page: part = 0, pages = 1 } = view.place() ?? {};
      return section + part / pages;
    };
    const first = here();
    const perTurn = 60 * beside;
    for (let turns = 0; turns < 4; turns++) await read(perTurn);
    const pagesRead = here() - first;
    const { characters, seconds, turns, pages: learned } = await stored();
    expect({ characters, seconds, turns }).toEqual(byCharacters);
    expect(learned?.turns).toBe(4);
    expect(learned?.read).toBeCloseTo(pagesRead, 5);
    expect(line().bookMinutes).toBe(Math.round((((count - here()) / pagesRead) * (learned?.seconds ?? 0)) / 60));
    expect(line().chapterMinutes).toBeLessThanOrEqual(line().bookMinutes ?? 0);
  });
});

it('counts no time beyond the idle cut, and no jump', async () => {
  const { view, read, stored } = await begin(await comic(), upright);
  await read(5);
  await read(3600);
  await read(30, () => view.goTo({ section: 8 }));
  await read(20, () => view.previous());
  // Leafed over.
  await read(1);
  await read(20);
  expect((await stored()).pages).toEqual({ read: 2, seconds: 110, turns: 2 });
});

it('is told of what is left in the chapter and in the book, which is one chapter without contents', () => {
  const at = (section: number, more = {}) => ({ section, page: 0, pages: 1, atEnd: false, ...more });
  const chapters = new Set([0, 4, 9]);
  expect(pagesLeft(12, chapters, at(0))).toEqual({ chapter: 4, book: 12 });
  expect(pagesLeft(12, chapters, at(5, { page: 1, pages: 2 }))).toEqual({ chapter: 3.5, book: 6.5 });
  expect(pagesLeft(12, new Set(), at(3))).toEqual({ chapter: 9, book: 9 });
  expect(pagesLeft(12, chapters, at(11, { atEnd: true }))).toEqual({ chapter: 0, book: 0 });
});

it('never takes one pace for the other', () => {
  let pace: PaceFacts = byCharacters;
  expect(minutesFor(pace, 10, 'pages')).toBeUndefined();
  for (let n = 0; n < 4; n++) pace = learnPace(pace, 1, 60, 'pages');
  expect([minutesFor(pace, 10, 'pages'), minutesFor(pace, 1200)]).toEqual([10, 1]);
  pace = learnPace(pace, 1000, 50);
  expect(pace).toEqual({ characters: 7000, seconds: 350, turns: 10, pages: { read: 4, seconds: 240, turns: 4 } });
});
