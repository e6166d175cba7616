// Searching in the open book: what is found, in pages by chapter, and the way from place to place.

import { afterEach, describe, expect, it } from 'vitest';
import { afterPaint } from '../../../../src/app/after-paint.ts';
import { sectionText } from '../../../../src/book/text/section-text.ts';
import { findMatches, type WordPart } from '../../../../src/reader/search/find-matches.ts';
import { foldQuery, learnChinese } from '../../../../src/reader/search/fold-text.ts';
import { lastColumns, resultPages, sectionTitles } from '../../../../src/reader/search/result-pages.ts';
import { buildEpub, page, prose } from '../../book/build-zip.ts';
import { closeRooms, openRoom, type ReaderRoom } from '../reader-room.tsx';

afterEach(closeRooms);

function textOf(body: string) {
  return sectionText(new DOMParser().parseFromString(page(body), 'application/xhtml+xml'));
}

function found(body: string, query: string, part: WordPart = 'any', exact = false): string[] {
  const section = textOf(body);
  const folded = { text: foldQuery(query, exact), part, exact };
  return [...findMatches(section, folded)].flat().map(({ start, end }) => section.text.slice(start, end));
}

describe('a search', () => {
  it('does not mind case, accents, blanks, dashes and quotation marks', () => {
    expect(found('<p>A CAFÉ, a cafe\u0301, a Cafe.</p>', 'café')).toEqual(['CAFÉ', 'cafe\u0301', 'Cafe']);
    expect(found('<p>the\n   white\u00a0whale</p>', 'White Whale')).toEqual(['white\u00a0whale']);
    expect(found('<p>“Don’t” – he said</p>', '"don\'t" - he')).toEqual(['“Don’t” – he']);
    expect(found('<p>Straße, hy\u00adphen</p>', 'strasse')).toEqual(['Straße']);
    expect(found('<p>hy\u00adphen</p>', 'hyphen')).toEqual(['hy\u00adphen']);
    expect(found('<p>𝒜bc x</p>', 'abc')).toEqual(['𝒜bc']);
  });

  it('can mind them', () => {
    expect(found('<p>Cafe café Café</p>', 'café', 'any', true)).toEqual(['café']);
  });

  it('runs over inline tags, and not over paragraphs, lines and cells', () => {
    expect(found('<p>w<b>ha</b>l<i>e</i></p>', 'whale')).toEqual(['whale']);
    expect(found('<p>one</p><p>two</p>', 'onetwo')).toEqual([]);
    expect(found('<p>one<br/>two</p>', 'onetwo')).toEqual([]);
    expect(found('<table><tr><td>one</td><td>two</td></tr></table>', 'onetwo')).toEqual([]);
    expect(found('<p>one <img alt=""/>two</p>', 'one two')).toEqual([]);
  });

  it('knows beginnings and whole words', () => {
    const text = '<p>whale whales awhale wh</p>';
    expect(found(text, 'whale')).toHaveLength(3);
    expect(found(text, 'whale', 'start')).toHaveLength(2);
    expect(found(text, 'whale', 'whole')).toHaveLength(1);
  });

  it('finds Chinese and Japanese of any length, also around what is read beside it', () => {
    expect(found('<p>红楼梦里的梦</p>', '梦', 'whole')).toEqual(['梦', '梦']);
    expect(found('<p>红楼梦里的梦</p>', '楼梦', 'start')).toEqual(['楼梦']);
    expect(found('<p><ruby>草<rt>くさ</rt>枕<rt>まくら</rt></ruby>を</p>', '草枕')).toEqual(['草くさ枕']);
    expect(found('<p>かがく</p>', 'かかく')).toEqual([]);
    expect(found('<p>ＡＢＣ</p>', 'abc')).toEqual(['ＡＢＣ']);
  });

  it('finds Chinese in either script', async () => {
    await learnChinese('头发');
    expect(found('<p>頭髮、头发、後面</p>', '头发')).toEqual(['頭髮', '头发']);
    expect(found('<p>臺灣、台湾</p>', '臺灣')).toEqual(['臺灣', '台湾']);
    expect(found('<p>頭髮、头发</p>', '头发', 'any', true)).toEqual(['头发']);
  });

  it('shows what stands around, whole words of it', () => {
    const section = textOf(`<p>${'word '.repeat(60)}whale ${'word '.repeat(60)}</p>`);
    const [match] = [...findMatches(section, { text: 'whale', part: 'any', exact: false })].flat();
    expect(match?.before).toMatch(/^…word /);
    expect(match?.words).toBe('whale');
    expect(match?.after).toMatch(/ word…$/);
    const read = textOf('<p>春の<ruby>山路<rt>やまみち</rt></ruby>を<ruby>登<rt>のぼ</rt></ruby>りながら</p>');
    const [beside] = [...findMatches(read, { text: '山路を', part: 'any', exact: false })].flat();
    expect(beside).toMatchObject({ before: '春の', words: '山路を', after: '登りながら' });
  });

  it('is laid out in pages that do not change when more is found', () => {
    const match = (section: number) => ({
      ...{ section, chapterUid: section + 1, start: 0, end: 1, before: '', words: '', after: '' },
    });
    const titleOf = sectionTitles([
      { title: 'A', href: 'a', level: 1, section: 0 },
      { title: 'B', href: 'b', level: 1, section: 2 },
    ]);
    const pages = (count: number) =>
      resultPages(
        Array.from({ length: count }, (_, n) => match(Math.floor(n / 4))),
        titleOf,
        { chapter: 1, match: 2 },
        9,
      );
    const names = pages(10).map((rows) => rows.map((row) => (row.kind === 'chapter' ? row.title : row.index)));
    expect(names).toEqual([
      ['A', 0, 1, 2, 3],
      ['A', 4, 5, 6, 7],
      ['B', 8, 9],
    ]);
    expect(pages(30).slice(0, 2)).toEqual(pages(10).slice(0, 2));
    expect(lastColumns('abcdef', 3)).toBe('…def');
    expect(lastColumns('草枕を', 4)).toBe('…枕を');
    expect(lastColumns('Then he knew me; do you ', 12)).toBe('…me; do you ');
    expect(lastColumns('the unknown ', 6)).toBe('…known ');
    expect(lastColumns('do you know ', 9)).toBe('…you know ');
  });
});

const book = () =>
  buildEpub(
    Array.from({ length: 12 }, (_, n) => ({
      name: `${n + 1}.xhtml`,
      data: page(
        `<h1>Chapter</h1>${prose(8, `c${n}p`)}<p>The W<b>hal</b>e of ${n}.</p>${prose(8, `d${n}p`)}<p>whaling</p>`,
      ),
    })),
  );

const status = () => document.querySelector('.search-count > span')?.textContent;
const matches = () => [...document.querySelectorAll<HTMLButtonElement>('.search-match')];
const position = () => document.querySelector('.search-position')?.textContent;

function type(text: string): void {
  const input = document.querySelector<HTMLInputElement>('.search-form input');
  if (!input) throw new Error('There is no field.');
  input.value = text;
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

async function search(room: ReaderRoom, text: string): Promise<void> {
  room.key('/');
  await expect.poll(() => document.querySelector('.search-form')).toBeTruthy();
  type(text);
  await afterPaint();
  document.querySelector<HTMLFormElement>('.search-form')?.requestSubmit();
}

function marked(room: ReaderRoom, name: string): string[] {
  const highlights = (room.frame().contentWindow as typeof window).CSS.highlights;
  return [...(highlights.get(name) ?? [])].map((range) => (range as Range).toString());
}

describe('the panel', () => {
  it('finds words in every chapter, jumps to one, and goes on from there by keys', async () => {
    const room = await openRoom({ file: await book() });
    await room.open();
    const before = room.place();
    await search(room, 'whal');
    await expect.poll(status).toBe('24 places');
    expect(matches().length).toBeGreaterThan(5);
    expect(document.querySelector('.search-chapter')?.textContent).toBe('Chapter 1');
    await room.turned(() => matches()[4]?.click());
    expect(room.place().chapterUid).toBe(3);
    expect(document.querySelector('.sheet')).toBeNull();
    expect(marked(room, 'octavo-found-here')).toEqual(['Whal']);
    expect(marked(room, 'octavo-found')).toEqual(['Whal', 'whal']);
    expect(position()).toBe('5 / 24');

    await room.turned(() => room.key('n'));
    await room.turned(() => room.key('n'));
    expect(room.place().chapterUid).toBe(4);
    expect(position()).toBe('7 / 24');
    await room.turned(() => room.key('N', { shiftKey: true }));
    expect(room.place().chapterUid).toBe(3);
    // Turning pages leaves the places marked.
    await room.turned(() => room.key('PageUp'));
    expect(position()).toBe('6 / 24');

    room.press('List of places');
    await expect.poll(() => document.querySelector('.search-match[aria-current]')?.textContent).toContain('whal');
    expect(status()).toBe('24 places');
    room.key('Escape');
    await afterPaint();
    room.key('Escape');
    await expect.poll(position).toBeUndefined();
    expect(marked(room, 'octavo-found-here')).toEqual([]);
    // One way back, to where the search began.
    await room.turned(() => room.key('Backspace'));
    expect(room.place().cfi).toBe(before.cfi);
    await room.turned(() => room.key('.'));
    expect(room.place().chapterUid).toBe(3);
  });

  it('says so when nothing is found, and remembers what led somewhere', async () => {
    const room = await openRoom({ file: await book() });
    await room.open();
    await search(room, 'walrus');
    await expect.poll(status).toBe('Nothing was found.');
    type('whale of 5');
    await expect.poll(status).toBe('1 place');
    room.press('Whole');
    await expect.poll(status).toBe('1 place');
    await room.turned(() => matches()[0]?.click());
    room.key('/');
    await expect.poll(() => document.querySelector('.search-form')).toBeTruthy();
    type('');
    await expect
      .poll(() => document.querySelector('.search-query')?.textContent, { timeout: 15_000 })
      .toBe('whale of 5');
  });
});

it('stops at a few hundred places, and goes on when asked', async () => {
  const file = await buildEpub(
    [1, 2, 3].map((n) => ({ name: `${n}.xhtml`, data: page(`<p>${'whale '.repeat(200)}</p>`) })),
  );
  const room = await openRoom({ file });
  await room.open();
  await search(room, 'whale');
  await expect.poll(status).toBe('The first 400 places');
  room.press('Search on');
  await expect.poll(status).toBe('600 places');
});

it('is not drowned by one chapter that has a letter everywhere', async () => {
  const file = await buildEpub([{ name: '1.xhtml', data: page('<p>e e e e e e e e e e</p>'.repeat(4000)) }]);
  const room = await openRoom({ file });
  await room.open();
  await search(room, 'e');
  await expect.poll(status).toBe('The first 310 places');
  room.press('Search on');
  await expect.poll(status).toBe('The first 610 places');
});
