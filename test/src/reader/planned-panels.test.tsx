// What every panel, popup and dialog of the reader asks of the screen, exactly: one frame with a weak refresh of its own
// box when it comes, one that brings the text back when it goes, and nothing for the rest of the page. None of them
// counts as a turned page.

import { afterEach, expect, it } from 'vitest';
import type { Refresh } from '../../../api/panel.ts';
import { afterPaint } from '../../../src/app/after-paint.ts';
import { contains, type Region, snap, union } from '../../../src/screen/region.ts';
import { buildEpub, buildZip, container, page, prose } from '../book/build-zip.ts';
import { closeRooms, openRoom, type ReaderRoom } from './reader-room.tsx';
import { dragOver, middleOf, textOf } from './select-words.ts';

afterEach(closeRooms);

const size = { width: 480, height: 800 };
const ops = 'xmlns:epub="http://www.idpf.org/2007/ops"';
const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="60" height="40"/></svg>';
const text = `<p id="x">The quick brown fox jumps over the lazy dog.</p>
<p>Noted<a ${ops} epub:type="noteref" href="#n" id="note">1</a>, and <a href="https://example.org/" id="out">outside</a>.</p>
<p>${drawing}</p><aside ${ops} epub:type="footnote" id="n" hidden="hidden"><p>A note.</p></aside>${prose(20)}`;

/** `last` is called before the press that shows it. */
type Open = (room: ReaderRoom, last?: () => void) => unknown;

const byKey =
  (key: string): Open =>
  (room) =>
    room.key(key);
const byLink =
  (id: string): Open =>
  (room) => {
    const link = room.frame().contentDocument?.getElementById(id) as Element;
    const { left, top } = link.getBoundingClientRect();
    room.tap(left + 2, top + 2);
  };
const select: Open = (room) => dragOver(textOf(room, 'x'), 4, 15);
/** One after the other, each painted before the next is pressed. */
const pressing =
  (first: Open, ...buttons: string[]): Open =>
  async (room, last) => {
    await first(room);
    for (const button of buttons) {
      await settle();
      if (button === buttons.at(-1)) last?.();
      room.press(button);
    }
  };

/** How it is opened, what it is, and what is planned when it comes and when it goes; regions by their names below. */
const table: Readonly<Record<string, [open: Open, selector: string, comes: string, goes?: string]>> = {
  menu: [byKey('Enter'), '.sheet', 'ui box'],
  // Where it was, the picture of the page shows again.
  contents: [byKey('c'), '.sheet', 'ui box', 'partial box dithered'],
  'go to': [byKey('g'), '.sheet', 'ui box'],
  type: [byKey('a'), '.sheet', 'ui box'],
  search: [byKey('/'), '.sheet', 'ui box', 'partial box dithered'],
  keys: [byKey('?'), '.sheet', 'ui box', 'partial box dithered'],
  // The text shows again where another one stood.
  more: [pressing(byKey('Enter'), 'More'), '.sheet', 'partial before'],
  facts: [pressing(byKey('Enter'), 'More', 'About'), '.sheet', 'partial box'],
  'page line': [pressing(byKey('Enter'), 'More', 'Page line'), '.sheet', 'partial box'],
  light: [pressing(byKey('Enter'), 'Light'), '.sheet', 'partial before'],
  // The menu hangs from the handle of the words, over the picture.
  'a selection': [select, '.mark-menu', 'ui words and menu', 'partial words and menu dithered'],
  thought: [
    pressing(select, 'Thought'),
    '.sheet',
    'ui box + fast handle + partial menu dithered',
    'fast words + partial box',
  ],
  dictionary: [
    ...([pressing(select, 'Dictionary'), '.sheet'] as const),
    ...(['ui box + fast handle + partial menu dithered', 'fast words + partial box'] as const),
  ],
  translation: [
    ...([pressing(select, 'Translate'), '.sheet'] as const),
    ...(['ui box + fast handle + partial menu dithered', 'fast words + partial box'] as const),
  ],
  share: [pressing(select, 'Picture'), '.sheet', 'partial box dithered', 'partial box dithered'],
  note: [byLink('note'), '.note-panel', 'ui box'],
  'an outside link': [byLink('out'), '.dialog', 'ui box'],
  'words selected by keys': [byKey('s'), '.selection-handle', 'fast words', 'fast words'],
};

/** What lies beside the words of a book, and the bars that stand where the page's line is. */
const besideWords: Readonly<
  Record<string, [open: Open, selector: string, comes: string, goes?: string, close?: Open]>
> = {
  'others’ thoughts': [press('.margin-sign.others'), '.sheet', 'ui box'],
  'own thoughts': [press('.margin-sign.own'), '.sheet', 'ui box'],
  // It comes with the page that the first place stands on, where the sheet was.
  'places found': [
    ...([search('jumps'), '.search-bar', 'partial before dithered'] as const),
    ...(['fast words + partial box', pressing(() => undefined, 'End the search')] as const),
  ],
  'the book read aloud': [
    ...([pressing(byKey('Enter'), 'Read aloud'), '.narration-bar', 'partial before + fast words'] as const),
    ...(['fast words + partial box', pressing(() => undefined, 'Stop reading aloud')] as const),
  ],
};

function press(selector: string): Open {
  return () => document.querySelector<HTMLElement>(selector)?.click();
}

function search(words: string): Open {
  return async (room, last) => {
    room.key('/');
    await expect.poll(() => document.querySelector('.sheet input')).toBeTruthy();
    const field = document.querySelector('.sheet input') as HTMLInputElement;
    field.value = words;
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    await settle();
    field.form?.requestSubmit();
    const found = () => document.querySelector<HTMLElement>('.search-results li button, .search-results button');
    await expect.poll(found).toBeTruthy();
    await expect.poll(() => document.querySelector('.search-count')?.textContent).toBe('1 place');
    await settle();
    last?.();
    found()?.click();
  };
}

async function settle(): Promise<void> {
  for (let frame = 0; frame < 3; frame++) await afterPaint();
}

function boxOf(element: Element | null): Region | undefined {
  if (!element) return undefined;
  const { x, y, width, height } = element.getBoundingClientRect();
  return snap({ x: x - 2, y: y - 2, width: width + 4, height: height + 4 }, 1, size);
}

/** The paragraph of the words, with its handles. */
const wordsRegion = { x: 0, y: 0, width: size.width, height: 112 };

/** What the service says of a passage on the page. */
const others: Readonly<Record<string, unknown>> = {
  'GET /book/bestbookmarksinfo': {
    ...{ bookId: 'b_book', synckey: 1, totalCount: 1, chapters: [{ chapterUid: 1, count: 1 }] },
  },
  'GET /book/bestbookmarks': { items: [{ chapterUid: 1, range: '26-30', markText: 'over', totalCount: 42 }] },
  'GET /book/underlines': { underlines: [{ range: '26-30', count: 1, score: 1, type: 1 }] },
  'POST /book/readreviews': {
    reviews: [
      {
        ...{ range: '26-30', totalCount: 1, hasMore: 0, maxIdx: 0, synckey: 1 },
        pageReviews: [
          { reviewId: 'r', review: { content: 'So quick!', createTime: 1_700_000_000, author: { name: 'Bo' } } },
        ],
      },
    ],
  },
};

/** One chapter with one phrase that has no recording: it is read in silence. */
function spokenBook(body: string): Promise<Blob> {
  const spine =
    '<item id="c" href="c.xhtml" media-type="application/xhtml+xml" media-overlay="o"/><item id="o" href="c.smil" media-type="application/smil+xml"/></manifest><spine><itemref idref="c"/></spine>';
  return buildZip([
    { name: 'mimetype', data: 'application/epub+zip', stored: true },
    container,
    {
      name: 'O/c.opf',
      data: `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="i">x</dc:identifier><dc:title>T</dc:title><dc:language>en</dc:language></metadata><manifest>${spine}</package>`,
    },
    { name: 'O/c.xhtml', data: page(body) },
    {
      name: 'O/c.smil',
      data: '<smil xmlns="http://www.w3.org/ns/SMIL" version="3.0"><body><par><text src="c.xhtml#x"/></par></body></smil>',
    },
  ]);
}

/** Every frame that was planned since, with the regions named. */
function framesSince(room: ReaderRoom, from: number, box: Region, before: Region | undefined): string[] {
  const same = (a: Region, b: Region | undefined) => b !== undefined && contains(a, b) && contains(b, a);
  const name = (refresh: Refresh): string => {
    if (same(refresh, box)) return 'box';
    if (same(refresh, before)) return 'before';
    if (contains(wordsRegion, refresh)) return refresh.x + refresh.width < 80 ? 'handle' : 'words';
    if (refresh.height < 320 && refresh.width < 360) return refresh.y < 32 ? 'words and menu' : 'menu';
    return JSON.stringify(refresh);
  };
  const describe = (refresh: Refresh) => `${refresh.strength} ${name(refresh)}${refresh.dither ? ' dithered' : ''}`;
  const frames = room.application.screen.log().slice(from);
  return frames.map(({ plan }) => plan.map(describe).join(' + '));
}

async function expectPlanned(room: ReaderRoom, rows: typeof besideWords): Promise<void> {
  const { log } = room.application.screen;
  for (const [name, [open, selector, comes, goes = 'partial box', close = byKey('Escape')]] of Object.entries(rows)) {
    const element = () => document.querySelector(selector);
    const shown = () => document.querySelector('.sheet, .mark-menu');
    let from = log().length;
    let before: Region | undefined;
    await open(room, () => {
      from = log().length;
      before = boxOf(shown());
    });
    await expect.poll(element, { message: name }).toBeTruthy();
    await settle();
    const box = boxOf(element()) as Region;
    expect(framesSince(room, from, box, before && union(before, box)), name).toEqual([comes]);

    from = log().length;
    await close(room);
    await expect.poll(element, { message: name }).toBeNull();
    await settle();
    expect(framesSince(room, from, box, undefined), name).toEqual([goes]);
  }
}

it('is planned for each by its own box, in one frame', async () => {
  const file = await buildEpub([{ name: '1.xhtml', data: page(text) }]);
  const room = await openRoom({ file, ...size, dpi: 96 });
  room.bridge.lights = [{ name: 'front', kind: 'plain', percent: 20 }];
  await room.open();
  await expectPlanned(room, table);
});

it('is planned alike for what others wrote, for places that were found, and for a book read aloud', async () => {
  const room = await openRoom({ file: await spokenBook(text), ...size, dpi: 96 });
  const call = room.model.call.bind(room.model);
  room.model.call = (route, params) => others[route] ?? call(route, params);
  await room.open();
  await pressing(select, 'Thought')(room);
  const area = () => document.querySelector<HTMLTextAreaElement>('.sheet textarea');
  await expect.poll(area).toBeTruthy();
  (area() as HTMLTextAreaElement).value = 'Quick enough.';
  area()?.dispatchEvent(new InputEvent('input', { bubbles: true }));
  await settle();
  room.press('Keep');
  await expect.poll(() => document.querySelector('.margin-sign.own')).toBeTruthy();
  await settle();
  await pressing(byKey('Enter'), 'More', 'Others’ underlines')(room);
  await expect.poll(() => document.querySelector('.margin-sign.others')).toBeTruthy();
  await settle();
  await expectPlanned(room, besideWords);
});

it('is planned for the menu of a mark, and for the words that are marked, tinted and freed', async () => {
  const file = await buildEpub([{ name: '1.xhtml', data: page(text) }]);
  const room = await openRoom({ file, ...size, dpi: 96 });
  await room.open();
  const { log } = room.application.screen;
  const menu = () => document.querySelector('.mark-menu');
  const step = async (act: () => unknown, opens: boolean) => {
    const from = log().length;
    const before = boxOf(menu());
    await act();
    await expect.poll(() => Boolean(menu())).toBe(opens);
    await settle();
    return framesSince(room, from, boxOf(menu()) ?? (before as Region), undefined);
  };
  const mark = () => {
    const { x, y } = middleOf(textOf(room, 'x'), 6);
    room.tap(x, y);
  };
  await select(room);
  await settle();
  expect(await step(() => room.press('Underline'), false)).toEqual(['partial words and menu dithered']);
  expect(await step(mark, true)).toEqual(['ui box']);
  expect(await step(() => room.key('Escape'), false)).toEqual(['partial box dithered']);
  await step(mark, true);
  expect(await step(() => room.press('Wavy line'), false)).toEqual(['fast words + partial box dithered']);
  await step(mark, true);
  expect(await step(() => room.press('Delete'), false)).toEqual(['fast words + partial box dithered']);
  const from = log().length;
  for (const there of [true, false]) {
    room.key('b');
    await expect.poll(() => Boolean(document.querySelector('.ribbon'))).toBe(there);
    await settle();
  }
  const corner = log().slice(from);
  expect(corner).toMatchObject([{ plan: [{ strength: 'fast', y: 0 }] }, { plan: [{ strength: 'fast', y: 0 }] }]);
  for (const { plan } of corner) expect(plan[0]?.width).toBeLessThan(64);
});

it('is one frame for another look of the words’ picture', async () => {
  const room = await openRoom({ file: await buildEpub([{ name: '1.xhtml', data: page(text) }]), ...size, dpi: 96 });
  await room.open();
  await pressing(select, 'Picture')(room);
  const picture = () => document.querySelector<HTMLImageElement>('.share-picture img')?.src;
  await expect.poll(picture).toBeTruthy();
  await settle();
  const { log } = room.application.screen;
  const from = log().length;
  const before = picture();
  room.press('Framed');
  await expect.poll(picture).not.toBe(before);
  await settle();
  expect(
    log()
      .slice(from)
      .map(({ plan }) => plan.map(({ strength, dither }) => `${strength}${dither ? ' dithered' : ''}`).join(' + ')),
  ).toEqual(['partial dithered + fast + fast']);
});

it('is one page for a book that is opened, when there is one to show, and one for what is left to', async () => {
  const room = await openRoom({ file: await buildEpub([{ name: '1.xhtml', data: page(text) }]), ...size, dpi: 96 });
  await expect.poll(() => document.querySelector('.entry-title')).toBeTruthy();
  await settle();
  const { screen } = room.application;
  const whole = { x: 0, y: 0, ...size };
  for (const act of [() => room.open(), () => room.key('Escape')]) {
    const from = screen.log().length;
    await act();
    await expect.poll(() => screen.log().length).toBeGreaterThan(from);
    await settle();
    expect(screen.log().slice(from)).toMatchObject([{ plan: [{ ...whole, strength: 'partial' }] }]);
  }
});

it('is one picture for a picture, and the page when it goes, which nobody turned to', async () => {
  const file = await buildEpub([{ name: '1.xhtml', data: page(text) }]);
  const room = await openRoom({ file, ...size, dpi: 96 });
  await room.open();
  const { screen } = room.application;
  const viewer = () => document.querySelector('.picture-viewer');
  const from = screen.log().length;
  room.key('p');
  await expect.poll(viewer).toBeTruthy();
  await settle();
  const whole = { x: 0, y: 0, ...size };
  expect(screen.log().slice(from)).toMatchObject([{ plan: [{ ...whole, strength: 'partial', dither: true }] }]);
  room.key('Escape');
  await expect.poll(viewer).toBeNull();
  await settle();
  // The picture's greys would shine through the text, and the page has a picture of its own.
  expect(screen.log().slice(from + 1)).toMatchObject([
    { plan: [{ ...whole, strength: 'flashpartial', dither: true }] },
  ]);
  room.key('Enter');
  await settle();
  expect(screen.log().at(-1)?.plan).toMatchObject([{ strength: 'ui' }]);
});
