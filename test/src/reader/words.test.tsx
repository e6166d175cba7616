// What is done with selected words, through the reader's view: thoughts, dictionary, translation, picture, search, and
// what other readers underlined.

import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { afterPaint } from '../../../src/app/after-paint.ts';
import { findDictionaries } from '../../../src/dictionary/dictionary-files.ts';
import { installDictionary } from '../../../src/dictionary/install.ts';
import { buildEpub, page, prose } from '../book/build-zip.ts';
import { buildDictionary, filesOf } from '../dictionary/build-dictionary.ts';
import { closeRooms, openRoom, type ReaderRoom, type RoomOptions } from './reader-room.tsx';
import { choose, foxBook, middleOf, pointer, selectedWords, textOf } from './select-words.ts';

let file: Blob;
beforeAll(async () => {
  file = await foxBook();
});
afterEach(closeRooms);

async function opened(options: Partial<RoomOptions> = {}): Promise<ReaderRoom> {
  const room = await openRoom({ file, title: 'A Book', author: 'A. Writer', ...options });
  await room.open();
  return room;
}

const sheet = () => document.querySelector('.sheet');
const sheetText = () => sheet()?.textContent ?? '';

function type(text: string): void {
  const area = sheet()?.querySelector('textarea') as HTMLTextAreaElement;
  area.value = text;
  area.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

describe('a thought', () => {
  it('is written, shown by a sign, read, changed, deleted, and there after the process was killed', async () => {
    const account = `test-${crypto.randomUUID()}`;
    const room = await opened({ account, signedOut: true });
    await choose(room, 'Thought', 4, 15);
    await expect.poll(sheetText).toContain('quick brown');
    expect(selectedWords(room)).toBe('quick brown');
    type('Not so quick.');
    await afterPaint();
    room.press('Friends');
    await afterPaint();
    room.press('Keep');
    await expect.poll(sheet).toBeNull();
    expect(await room.database.thoughts.toArray()).toMatchObject([
      {
        content: 'Not so quick.',
        visibility: 'friends',
        start: 7,
        end: 18,
        textQuote: 'quick brown',
        textBefore: 'OneThe ',
      },
    ]);
    const sign = document.querySelector('.margin-sign.own') as HTMLElement;
    expect(sign.getAttribute('aria-label')).toBe('1 thought of yours');
    sign.click();
    await expect.poll(sheetText).toContain('Not so quick.');
    room.press('Change');
    await expect.poll(() => sheet()?.querySelector('textarea')?.value).toBe('Not so quick.');
    type('Quick enough.');
    await afterPaint();
    room.press('Keep');
    await expect.poll(sheet).toBeNull();
    room.kill();
    const again = await opened({ account, signedOut: true });
    const { x, y } = middleOf(textOf(again, 'x'), 6);
    again.tap(x, y);
    await expect.poll(sheetText).toContain('Quick enough.');
    again.press('Delete');
    await afterPaint();
    again.press('Really delete');
    await expect.poll(sheet).toBeNull();
    expect(document.querySelector('.margin-sign')).toBeNull();
    expect(await again.database.thoughts.count()).toBe(0);
    const waiting = (await again.database.events.toArray()).filter(({ topic }) => topic === 'thoughts');
    expect(waiting.map(({ body }) => body.kind)).toEqual(['thought.add', 'thought.change', 'thought.remove']);
  });

  it('is written on where the storage is full, with one word about that and no dialog over it', async () => {
    const room = await opened({ signedOut: true });
    await choose(room, 'Thought', 4, 15);
    await expect.poll(sheetText).toContain('quick brown');
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('Full', 'QuotaExceededError');
    };
    try {
      for (const text of ['H', 'Hal', 'Half a']) {
        type(text);
        await afterPaint();
      }
      await expect.poll(sheetText).toContain('The storage is full');
      expect(document.querySelector('.dialog')).toBeNull();
      expect(document.activeElement).toBe(sheet()?.querySelector('textarea'));
    } finally {
      IDBObjectStore.prototype.put = put;
    }
    type('Half a thought');
    await expect.poll(sheetText).not.toContain('The storage is full');
  });

  it('that was begun is there again after the process was killed, until it is kept or given up', async () => {
    const account = `test-${crypto.randomUUID()}`;
    const room = await opened({ account, signedOut: true });
    await choose(room, 'Thought', 4, 15);
    await expect.poll(sheetText).toContain('quick brown');
    for (const text of ['H', 'Hal', 'Half a']) type(text);
    await expect.poll(async () => JSON.stringify(await room.database.settings.toArray())).toContain('Half a');
    room.kill();
    const again = await opened({ account, signedOut: true });
    const written = () => sheet()?.querySelector('textarea')?.value;
    await choose(again, 'Thought', 4, 9);
    await expect.poll(written).toBe('Half a');
    type('Half a thought');
    await afterPaint();
    again.key('Escape');
    await expect.poll(sheet).toBeNull();
    await choose(again, 'Thought', 4, 9);
    await expect.poll(written).toBe('Half a thought');
    again.press('Keep');
    await expect.poll(sheet).toBeNull();
    expect((await again.database.thoughts.toArray()).map(({ content }) => content)).toEqual(['Half a thought']);
    await expect.poll(async () => JSON.stringify(await again.database.settings.toArray())).not.toContain('Half a');
    await choose(again, 'Thought', 20, 25);
    await expect.poll(written).toBe('');
    type('Nothing');
    await afterPaint();
    again.press('Cancel');
    await expect.poll(async () => JSON.stringify(await again.database.settings.toArray())).not.toContain('Nothing');
  });
});

describe('the dictionary', () => {
  it('says how to get one, then answers in pages and remembers the word', async () => {
    const room = await opened();
    await choose(room, 'Dictionary');
    await expect.poll(sheetText).toContain('no dictionary on this device');
    room.key('Escape');
    await expect.poll(sheet).toBeNull();
    const made = buildDictionary(
      [
        { word: 'quick', data: '<p>fast; see <a href="bword://swift">swift</a></p>' },
        { word: 'swift', data: 'very fast' },
      ],
      'h',
    );
    for (const files of await findDictionaries(filesOf(made))) {
      await installDictionary(room.database, files, { now: 1, onProgress: () => undefined, onBegin: () => undefined });
    }
    await choose(room, 'Dictionary');
    await expect.poll(sheetText).toContain('fast; see swift');
    sheet()?.querySelector<HTMLElement>('.found-word-link')?.click();
    await expect.poll(sheetText).toContain('very fast');
    room.press('quick');
    await expect.poll(sheetText).toContain('fast; see');
    expect((await room.database.lookups.toArray()).map(({ word }) => word).sort()).toEqual(['quick', 'swift']);

    // One that has lost its text is named, and hides nothing of the others.
    await room.database.dictionaries.toCollection().modify({ name: 'Whole' });
    for (const files of await findDictionaries(filesOf(made))) {
      await installDictionary(room.database, files, { now: 2, onProgress: () => undefined, onBegin: () => undefined });
    }
    const lost = (await room.database.dictionaries.toArray()).find(({ name }) => name !== 'Whole');
    await room.database.dictionaryTexts.delete(lost?.dictionaryId ?? '');
    room.key('Escape');
    await expect.poll(sheet).toBeNull();
    await choose(room, 'Dictionary');
    await expect.poll(sheetText).toContain('fast; see swift');
    expect(sheetText()).toContain(`“${lost?.name}” cannot be read.`);
  });
});

describe('a translation', () => {
  it('is asked for only by the reader, says what is wrong, and can be kept as a thought', async () => {
    const room = await opened();
    const asked = () => room.bridge.calls.filter(({ name }) => name === 'translation.translate').length;
    await choose(room, 'Translate');
    await expect.poll(sheetText).toContain('No translation service is set up');
    room.key('Escape');
    await expect.poll(sheet).toBeNull();
    expect(asked()).toBe(1);
    const { session } = room.application.state.getState();
    await session.words.load();
    const { options } = session.words.state.getState().translation ?? {};
    if (!options) throw new Error('There are no options.');
    await session.words.setUp({ ...options, kind: 'libretranslate', address: 'https://translate.example.org' }, 'k');
    room.bridge.offline = true;
    await choose(room, 'Translate');
    await expect.poll(sheetText).toContain('cannot be reached');
    room.bridge.offline = false;
    room.press('Try again');
    await expect.poll(sheetText).toContain('en: quick');
    room.press('Keep as a thought');
    await expect.poll(sheet).toBeNull();
    expect(await room.database.thoughts.toArray()).toMatchObject([{ content: 'en: quick', visibility: 'private' }]);
  });
});

describe('a picture of the words', () => {
  it('is drawn in three layouts, in greys or colours, and saved', async () => {
    const room = await opened();
    await choose(room, 'Picture');
    const image = () => sheet()?.querySelector('img') ?? undefined;
    await expect.poll(() => image()?.naturalHeight).toBe(1440);
    const first = image()?.src;
    room.press('With cover');
    await expect.poll(() => image()?.src).not.toBe(first);
    room.press('Framed');
    await afterPaint();
    room.press('Save');
    await expect.poll(sheetText).toContain('Saved as /home/reader/Pictures/A Book.png');
    const saved = room.bridge.calls.find(({ name }) => name === 'app.savePicture')?.request.png as Uint8Array;
    const bitmap = await createImageBitmap(new Blob([saved as BlobPart]));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    const levels = new Set<number>();
    for (let at = 0; at < data.length; at += 4) levels.add(data[at] ?? 0);
    expect(levels.size).toBeGreaterThan(2);
    expect([...levels].every((level) => level % 17 === 0)).toBe(true);
  });
});

describe('what others underlined', () => {
  it('is not there until it is asked for, then with counts in the margin, thoughts in pages, and without a network', async () => {
    const room = await opened();
    const { model } = room;
    // On later pages; many, so that a page is asked what it shows.
    const far = Array.from({ length: 20 }, (_, n) => {
      const range = `${5000 + 20 * n}-${5010 + 20 * n}`;
      return { chapterUid: 1, range, markText: '', totalCount: 7 };
    });
    const answers: Record<string, unknown> = {
      'GET /book/bestbookmarksinfo': {
        bookId: 'b_book',
        synckey: 1,
        totalCount: 1,
        chapters: [{ chapterUid: 1, count: 1 }],
      },
      'GET /book/bestbookmarks': {
        items: [{ chapterUid: 1, range: '7-18', markText: 'quick brown', totalCount: 42 }, ...far],
      },
      'GET /book/underlines': { underlines: [{ range: '7-18', count: 2, score: 1, type: 1 }] },
      'POST /book/readreviews': {
        reviews: [
          {
            ...{ range: '7-18', totalCount: 2, hasMore: 0, maxIdx: 0, synckey: 1 },
            pageReviews: [
              { reviewId: 'r_1', review: { content: 'So quick!', createTime: 1_700_000_000, author: { name: 'Bo' } } },
              { reviewId: 'r_2', review: { content: 'So brown!', createTime: 1_700_000_000, author: { name: 'Cy' } } },
            ],
          },
        ],
      },
    };
    const call = model.call.bind(model);
    model.call = (route, params) => answers[route] ?? call(route, params);
    expect(document.querySelector('.margin-sign')).toBeNull();
    room.key('Enter');
    await expect.poll(sheet).toBeTruthy();
    room.press('More');
    await expect.poll(() => document.body.textContent).toContain('Others’ underlines');
    room.press('Others’ underlines');
    await expect.poll(() => document.querySelector('.margin-sign.others')?.textContent).toBe('42');
    expect(document.querySelectorAll('.margin-sign')).toHaveLength(1);
    // Switched off and on again, the service is asked anew.
    answers['GET /book/bestbookmarks'] = {
      items: [{ chapterUid: 1, range: '7-18', markText: 'quick brown', totalCount: 43 }, ...far],
    };
    for (const shown of [undefined, '43']) {
      room.key('Enter');
      await expect.poll(sheet).toBeTruthy();
      room.press('More');
      await expect.poll(() => document.body.textContent).toContain('Others’ underlines');
      room.press('Others’ underlines');
      await expect.poll(() => document.querySelector('.margin-sign.others')?.textContent).toBe(shown);
    }
    (document.querySelector('.margin-sign.others') as HTMLElement).click();
    await expect.poll(sheetText).toContain('So quick!');
    room.key('PageDown');
    await expect.poll(sheetText).toContain('So brown!');
    room.press('Previous');
    await expect.poll(sheetText).toContain('So quick!');
    room.key('Escape');
    await expect.poll(sheet).toBeNull();
    room.bridge.offline = true;
    expect(await room.database.popular.count()).toBe(1);
    (document.querySelector('.margin-sign.others') as HTMLElement).click();
    await expect.poll(sheetText).toContain('So quick!');
  });
});

describe('words with readings beside them', () => {
  it('are copied and kept without these, and found again with them', async () => {
    const ruby = '<p id="x">春の<ruby>山路<rt>やまみち</rt></ruby>を<ruby id="r">登<rt>のぼ</rt></ruby>りながら</p>';
    const file = await buildEpub([{ name: '1.xhtml', data: page(`${ruby}${prose(3)}`) }]);
    const room = await opened({ file, signedOut: true });
    const { clipboard } = navigator;
    const { writeText } = clipboard;
    let copied = '';
    clipboard.writeText = async (text) => {
      copied = text;
    };
    const drag = async () => {
      const [from, to] = [textOf(room, 'x'), textOf(room, 'r')];
      pointer(from.ownerDocument, 'pointerdown', middleOf(from, 0));
      pointer(from.ownerDocument, 'pointermove', middleOf(to, 0));
      pointer(from.ownerDocument, 'pointerup', middleOf(to, 0));
      await expect.poll(() => document.querySelector('.mark-menu')).toBeTruthy();
    };
    try {
      await drag();
      room.press('Copy');
      await expect.poll(() => copied.split('\n')[0]).toBe('春の山路を登り');
    } finally {
      clipboard.writeText = writeText;
    }
    await drag();
    room.press('Marker');
    await expect
      .poll(() => room.database.marks.toArray())
      .toMatchObject([{ markText: '春の山路を登り', textQuote: '春の山路やまみちを登のぼり' }]);
  });
});
