// Archives of pictures as books of drawn pages, honest ones and hostile ones.

import { afterEach, expect, it } from 'vitest';
import type { Book } from '../../../../src/book/book.ts';
import { setDrawingGreys, setPictureGreys } from '../../../../src/book/layout/panel-greys.ts';
import { openFile } from '../../../../src/book/open-file.ts';
import type { PageStyle } from '../../../../src/book/pages/page-style.ts';
import { defaultPageStyle } from '../../../../src/book/pages/page-style.ts';
import { prepareDrawing } from '../../../../src/screen/dither/prepare-picture.ts';
import { pictureBytes } from '../../painted-picture.ts';
import { buildZip, type ZipPart } from '../build-zip.ts';
import { makeContainer, plainStyle } from '../reading-style.ts';

const opened: { book: Book; container: HTMLElement }[] = [];

afterEach(() => {
  setDrawingGreys(undefined);
  setPictureGreys(undefined);
  for (const { book, container } of opened.splice(0)) {
    book.close();
    container.remove();
  }
});

/** A page in one grey, with a darker square in its upper left corner. */
function picture(grey: number, width = 300, height = 400, type = 'image/png'): Promise<Uint8Array<ArrayBuffer>> {
  const paint = (context: OffscreenCanvasRenderingContext2D) => {
    context.fillStyle = `rgb(${grey} ${grey} ${grey})`;
    context.fillRect(0, 0, width, height);
    context.fillStyle = '#000';
    context.fillRect(0, 0, width / 10, width / 10);
  };
  return pictureBytes(width, height, paint, type);
}

async function show(parts: ZipPart[], style: Partial<PageStyle> = {}, size: [number, number] = [1404, 1872]) {
  const file = new File([await buildZip(parts)], 'Strip 7.cbz');
  const { book, kind } = await openFile(file, { pageStyle: { ...defaultPageStyle, crop: 'off', ...style } });
  const container = makeContainer(...size);
  opened.push({ book, container });
  return { book, kind, container, view: await book.show(container, plainStyle) };
}

/** Greys in the middle of the canvases that are seen, from left to right. */
function greys(container: HTMLElement): number[] {
  const canvases = [...container.querySelectorAll<HTMLCanvasElement>('.page-leaf[style*="visible"] canvas')];
  return canvases
    .sort((a, b) => a.getBoundingClientRect().left - b.getBoundingClientRect().left)
    .map((one) => one.getContext('2d')?.getImageData(one.width / 2, one.height / 2, 1, 1).data[0] ?? -1);
}

it('shows pages of every kind in the order in which people number them', async () => {
  const { book, kind, view, container } = await show([
    { name: 'page10.png', data: await picture(100) },
    { name: 'page2.webp', data: await picture(60, 300, 400, 'image/webp') },
    { name: 'page1.jpg', data: await picture(30, 300, 400, 'image/jpeg') },
    { name: '__MACOSX/._page1.jpg', data: 'no picture' },
  ]);
  expect(kind).toBe('cbz');
  expect(book.facts).toMatchObject({ title: 'Strip 7', direction: 'ltr', pages: { text: false } });
  expect(book.sections).toHaveLength(3);
  const seen = [greys(container)[0]];
  for (let place = await view.next(); place; place = await view.next()) seen.push(greys(container)[0]);
  expect(seen.map((grey) => Math.round((grey ?? 0) / 10) * 10)).toEqual([30, 60, 100]);
  expect(view.pictureShare()).toBe(1);
  expect(view.text()).toBeUndefined();
});

it('keeps pages whose names are in a code page, in which the sign between folders is half of some letters', async () => {
  const jpg = [...new TextEncoder().encode('.jpg')];
  const one = await picture(30, 300, 400, 'image/jpeg');
  const { book } = await show([
    { name: '', nameBytes: [0x95, 0x5c, 0x8e, 0x86, ...jpg], data: one },
    { name: '', nameBytes: [0x8f, 0x5c, ...jpg], data: one },
    { name: '01.jpg', data: one },
  ]);
  expect([book.sections.length, book.toc]).toEqual([3, []]);
});

it('reads the facts beside the pages, and spreads from right to left', async () => {
  const info = `<ComicInfo><Title>Night Train</Title><Writer>A. One, B. Two</Writer><Manga>YesAndRightToLeft</Manga>
    <LanguageISO>ja</LanguageISO><Pages><Page Image="0" Type="FrontCover"/><Page Image="3" Bookmark="Part two"/></Pages></ComicInfo>`;
  const pages = await Promise.all([10, 50, 90, 130].map((grey) => picture(grey)));
  const parts = pages.map((data, index) => ({ name: `p/${index}.png`, data }));
  const { book, view, container } = await show([...parts, { name: 'ComicInfo.xml', data: info }], {}, [1872, 1404]);
  expect(book.facts).toMatchObject({
    title: 'Night Train',
    authors: ['A. One', 'B. Two'],
    direction: 'rtl',
    language: 'ja',
  });
  expect(book.toc).toMatchObject([{ title: 'Part two', section: 3 }]);
  expect((await book.cover())?.size).toBe(pages[0]?.length);
  await view.next();
  expect(greys(container)).toEqual([90, 50]);
  expect(await view.next()).toMatchObject({ section: 3, chapterTitle: 'Part two', atEnd: true });
});

it('halves wide pages on a high screen, in reading order, and zooms by parts', async () => {
  const { view } = await show([{ name: '1.png', data: await picture(40, 800, 400) }]);
  expect(view.place()).toMatchObject({ page: 0, pages: 2 });
  expect(await view.next()).toMatchObject({ page: 1, atEnd: true });
  expect(await view.pages?.change({ ...defaultPageStyle, crop: 'off', halves: false, zoom: 2 })).toMatchObject({
    pages: 3,
  });
});

it('says on its page what is wrong with a picture, and goes on with the next one', async () => {
  const huge = await picture(0, 10, 10);
  new DataView(huge.buffer).setUint32(16, 60_000);
  new DataView(huge.buffer).setUint32(20, 60_000);
  const { view, container } = await show([
    { name: '1.png', data: 'this is no picture, and long enough to be read as one' },
    { name: '2.png', data: huge },
    { name: '3.png', data: await picture(70), claimedSize: 20 },
    { name: '4.png', data: await picture(80), encrypted: true },
    { name: '5.png', data: await picture(90) },
    { name: '../../6.png', data: await picture(100) },
  ]);
  const failures: number[] = [];
  view.on('sectionFailed', ({ section }) => failures.push(section));
  expect(container.querySelector('.page-leaf[style*="visible"] .page-failure')?.textContent).toMatch(/broken/);
  while (await view.next());
  expect(failures).toHaveLength(3);
  expect(greys(container)).toEqual([90]);
});

it('refuses archives without pages, and other formats, in a sentence', async () => {
  const zip = async (parts: ZipPart[]) => openFile(await buildZip(parts)).catch((error: unknown) => error);
  expect(await zip([{ name: 'a.txt', data: 'x' }])).toMatchObject({ reason: 'not-a-book' });
  expect(await zip([{ name: 'word/document.xml', data: 'x' }])).toMatchObject({ reason: 'unsupported' });
  expect(await openFile(new Blob(['Rar!\x1a\x07'])).catch((error: unknown) => error)).toMatchObject({
    reason: 'not-a-book',
  });
  expect(await openFile(new Blob([])).catch((error: unknown) => error)).toMatchObject({ reason: 'damaged' });
});

it('shows pages in the greys of the panel, and as they are where those cannot be made', async () => {
  const parts = [{ name: '1.png', data: await picture(100) }];
  setDrawingGreys((drawing) => prepareDrawing(drawing, 4));
  // However long the first picture waits for its worker.
  setPictureGreys(undefined, 20_000);
  const { container } = await show(parts);
  const [canvas] = container.querySelectorAll<HTMLCanvasElement>('.page-leaf[style*="visible"] canvas');
  const { data } = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
  const found = new Set<number>();
  for (let at = 0; at < data.length; at += 4) found.add(data[at] as number);
  expect([...found].sort((a, b) => a - b)).toEqual([0, 85, 170]);
  setDrawingGreys(() => Promise.reject(new Error('no room')));
  expect(greys((await show(parts)).container)).toEqual([100]);
});
