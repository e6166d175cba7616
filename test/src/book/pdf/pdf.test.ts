// PDFs as books of drawn pages: what they say of themselves, how they are turned, marked and shown otherwise, and that
// nothing of a hostile one runs.

import { afterEach, expect, it } from 'vitest';
import type { Book, BookView, ViewEvents } from '../../../../src/book/book.ts';
import { openFile } from '../../../../src/book/open-file.ts';
import type { PageStyle } from '../../../../src/book/pages/page-style.ts';
import { defaultPageStyle } from '../../../../src/book/pages/page-style.ts';
import { markedOnPages } from '../pages/marks-shown.ts';
import { makeContainer, plainStyle } from '../reading-style.ts';
import { buildPdf, type PdfPage, pageObject } from './build-pdf.ts';

const opened: { book: Book; container: HTMLElement }[] = [];

afterEach(() => {
  for (const { book, container } of opened.splice(0)) {
    book.close();
    container.remove();
  }
});

async function show(file: Blob, style: Partial<PageStyle> = {}, size: [number, number] = [1404, 1872]) {
  const { book, kind } = await openFile(file, { pageStyle: { ...defaultPageStyle, ...style } });
  const container = makeContainer(...size);
  opened.push({ book, container });
  const view = await book.show(container, plainStyle);
  return { book, kind, container, view };
}

const page = (text: string, more: Partial<PdfPage> = {}): PdfPage => ({
  lines: [
    [60, 520, `${text} begins here.`],
    [60, 500, 'A second line of words.'],
    [60, 80, 'The last line.'],
  ],
  ...more,
});

const wordsOf = (view: BookView) => view.place()?.textQuote;

it('opens by content with title, authors, contents, labels and cover', async () => {
  const { book, kind, view } = await show(
    buildPdf({
      pages: [page('Front'), page('One'), page('Two')],
      info: '/Title (Microsoft Word - On Paper.docx) /Author (Ann Author; Bob Writer)',
      outline: [
        ['Chapter one', `/Dest [${pageObject(1)} 0 R /XYZ 0 510 0]`],
        ['Nowhere', '/Dest [99 0 R /Fit]'],
      ],
      catalogue: '/Lang (en-GB) /PageLabels << /Nums [0 << /S /r >> 1 << /S /D >>] >>',
    }),
  );
  expect(kind).toBe('pdf');
  expect(book.facts).toMatchObject({ title: 'On Paper', authors: ['Ann Author', 'Bob Writer'], pages: { text: true } });
  expect(book.toc).toEqual([
    { title: 'Chapter one', href: '#page=2&top=90', level: 1, section: 1 },
    { title: 'Nowhere', href: '', level: 1, section: -1 },
  ]);
  expect(book.pageList.map(({ title }) => title)).toEqual(['i', '1', '2']);
  const cover = await book.cover();
  expect(cover?.type).toBe('image/jpeg');
  expect(view.place()).toMatchObject({ section: 0, chapterUid: 1, bookPage: 1, bookPages: 3, progress: 0 });
  expect(wordsOf(view)).toContain('Front begins here.\nA second line');
});

it('turns page by page to the end and back, and jumps', async () => {
  const { view } = await show(buildPdf({ pages: ['One', 'Two', 'Three'].map((name) => page(name)) }));
  const turns: number[] = [];
  view.on('turning', ({ section }) => turns.push(section));
  expect(await view.next()).toMatchObject({ section: 1, atEnd: false });
  expect(await view.next()).toMatchObject({ section: 2, progress: 100, atEnd: true });
  expect(await view.next()).toBeUndefined();
  expect(await view.previous()).toMatchObject({ section: 1 });
  expect(await view.goTo({ href: '#page=3' })).toMatchObject({ section: 2 });
  expect(await view.goTo({ progress: 50 })).toMatchObject({ section: 1 });
  expect(await view.goTo({ bookPage: 1 })).toMatchObject({ section: 0, atStart: true });
  expect(turns).toEqual([1, 2, 1, 2, 1, 0]);
});

it('draws ink on paper, without its margins, and keeps at most three pages', async () => {
  const { view, container } = await show(buildPdf({ pages: Array.from({ length: 8 }, (_, n) => page(`P${n}`)) }));
  const canvas = () =>
    container.querySelector<HTMLCanvasElement>('.page-leaf[style*="visible"] canvas') as HTMLCanvasElement;
  const inkOf = (shown: HTMLCanvasElement) => {
    const data = shown.getContext('2d')?.getImageData(0, 0, shown.width, shown.height).data ?? [];
    let dark = 0;
    for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 128) dark++;
    return dark;
  };
  const cropped = inkOf(canvas());
  expect(cropped).toBeGreaterThan(2000);
  await view.pages?.change({ ...defaultPageStyle, crop: 'off' });
  expect(inkOf(canvas())).toBeLessThan(cropped * 0.8);
  for (let turn = 0; turn < 6; turn++) await view.next();
  expect(container.querySelectorAll('.page-leaf').length).toBeLessThanOrEqual(3);
  await view.setStyle({ ...plainStyle, night: true });
  const night = canvas();
  expect(inkOf(night)).toBeGreaterThan(night.width * night.height * 0.9);
});

it('reads a page in parts when it is as wide as the screen, and comes back to the same words', async () => {
  const { view } = await show(
    buildPdf({ pages: [page('One'), page('Two')] }),
    { fit: 'width', crop: 'off' },
    [900, 700],
  );
  const first = await view.goTo({ section: 0 });
  expect(first.pages).toBeGreaterThan(1);
  const parts: number[] = [first.page];
  for (let place = await view.next(); place?.section === 0; place = await view.next()) parts.push(place.page);
  expect(parts).toEqual(Array.from({ length: first.pages }, (_, n) => n));
  const back = await view.previous();
  expect(back).toMatchObject({ section: 0, page: first.pages - 1 });
  expect(back?.textQuote).toContain('The last line.');
  expect(await view.goTo({ chapterUid: 1, offset: back?.chapterOffset ?? 0, quote: 'The last line.' })).toMatchObject({
    page: first.pages - 1,
  });
});

it('shows two pages side by side on a wide screen, the cover alone', async () => {
  const pages = ['Cover', 'A', 'B', 'C'].map((name) => page(name));
  const { view, container } = await show(buildPdf({ pages }), { crop: 'off' }, [1872, 1404]);
  const shown = () => container.querySelectorAll('.page-leaf[style*="visible"] canvas').length;
  expect(shown()).toBe(1);
  expect(await view.next()).toMatchObject({ section: 1 });
  expect(shown()).toBe(2);
  expect(await view.next()).toMatchObject({ section: 3, atEnd: true });
  expect(await view.goTo({ section: 2 })).toMatchObject({ section: 1 });
});

it('selects words, draws marks that survive another zoom, and tells those that are not there', async () => {
  const { view } = await show(buildPdf({ pages: [page('One'), page('Two')] }));
  const text = view.text();
  const at = 'One begins here.\nA '.length;
  const selected = view.select({ chapterUid: 1, start: at, end: at + 6 });
  expect(selected).toMatchObject({ text: 'second', chapterUid: 1, before: 'One begins here.\nA ' });
  const box = selected?.box ?? { x: 0, y: 0, width: 0, height: 0 };
  expect(text?.offsetAt(box.x + 3, box.y + box.height / 2)).toBe(at);
  expect(text?.wordAt(at + 2)).toEqual({ chapterUid: 1, start: at, end: at + 6 });
  expect(text?.move(at, 'line', -1, 'start')).toBeLessThan(at);
  const mark = { id: 'm', chapterUid: 1, start: at + 40, end: at + 46, quote: 'second', style: 2, grey: 0 } as const;
  expect(
    view.setMarks([mark, { ...mark, id: 'lost', quote: 'missing' }, { ...mark, id: 'far', chapterUid: 9 }]),
  ).toEqual(expect.arrayContaining(['lost', 'far']));
  const tapped: ViewEvents['markTapped'][] = [];
  view.on('markTapped', (event) => tapped.push(event));
  for (const zoom of [1, 2]) {
    await view.pages?.change({ ...defaultPageStyle, zoom });
    const again = view.select({ chapterUid: 1, start: at, end: at + 6 });
    const { x, y, width, height } = again?.box ?? box;
    const target = document.elementFromPoint(x + width / 2, y + height / 2);
    target?.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: x + width / 2, clientY: y + height / 2 }));
  }
  expect(tapped.map(({ id }) => id)).toEqual(['m', 'm']);
});

it('has text to search, page by page, and shows what was found', async () => {
  const { book, view } = await show(buildPdf({ pages: [page('One'), page('Two')] }));
  const { text } = await book.sectionText(1);
  expect(text).toContain('Two begins here.\nA second line');
  const start = text.indexOf('second');
  const span = { chapterUid: 2, start, end: start + 6 };
  view.showFound?.([span], span);
  await view.goTo({ chapterUid: 2, offset: start });
  const drawn = markedOnPages('octavo-found-here');
  expect(drawn).toEqual(['second']);
  view.showFound?.([], undefined);
  expect(markedOnPages('octavo-found')).toEqual([]);
});

it('follows links inside with a way back, shows those outside, and runs no actions', async () => {
  const link = (rect: string, action: string) => `<< /Type /Annot /Subtype /Link /Rect [${rect}] ${action} >>`;
  const { view } = await show(
    buildPdf({
      pages: [
        page('One', {
          entries: `/Annots [${link('0 400 400 440', '/Dest [6 0 R /Fit]')} ${link('0 300 400 340', '/A << /S /URI /URI (https://example.org/a) >>')} ${link('0 200 400 240', '/A << /S /Launch /F (/bin/sh) >>')} ${link('0 100 400 140', '/A << /S /JavaScript /JS (app.alert(1)) >>')}]`,
        }),
        page('Two'),
      ],
      catalogue: '/OpenAction << /S /JavaScript /JS (this.submitForm("https://example.org")) >>',
    }),
    { crop: 'off' },
  );
  const events: string[] = [];
  view.on('outsideLink', ({ url }) => events.push(url));
  view.on('followed', ({ from }) => events.push(`from ${from.section}`));
  view.on('tap', () => events.push('tap'));
  const paper = document.querySelector('.page-leaf[style*="visible"] .page-paper') as HTMLElement;
  const { left, top, height, width } = paper.getBoundingClientRect();
  for (const y of [320, 220, 120, 420]) {
    const at = { clientX: left + width / 2, clientY: top + height * (1 - y / 600) };
    paper.dispatchEvent(new MouseEvent('click', { bubbles: true, ...at }));
  }
  await expect.poll(() => view.place()?.section).toBe(1);
  expect(events).toEqual(['https://example.org/a', 'tap', 'tap', 'from 0']);
});
