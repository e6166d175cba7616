import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { afterPaint } from '../../../src/app/after-paint.ts';
import type { MarkRow } from '../../../src/db/marks/marks.ts';
import { readNotebooks } from '../../../src/db/marks/notebooks.ts';
import type { ThoughtRow } from '../../../src/db/marks/thoughts.ts';
import { changeUnplaced } from '../../../src/db/marks/unplaced-marks.ts';
import { recordEvent } from '../../../src/db/outbox/record-event.ts';
import { createNotes, type Note, type OpenNotebook } from '../../../src/notes/notes.ts';
import { notesMarkdown } from '../../../src/notes/notes-markdown.ts';
import { isoDayOf } from '../../../src/strings/dates.ts';
import { english } from '../../../src/strings/english.ts';
import { buildEpub, page, prose } from '../book/build-zip.ts';
import { temporaryDatabase } from '../db/temporary-database.ts';
import { closeRooms, openRoom, type ReaderRoom } from '../reader/reader-room.tsx';

afterEach(closeRooms);

const novel = () =>
  buildEpub([1, 2].map((n) => ({ name: `${n}.xhtml`, data: page(`<h1>Chapter ${n}</h1>${prose(30, `c${n}p`)}`) })));

const thought = (bookId: string, chapterUid: number, start: number): ThoughtRow => ({
  ...{ thoughtId: 't', bookId, bookVersion: 1, chapterUid, start, end: start + 5 },
  ...{ content: 'so *true*', visibility: 'private', abstract: `words at ${start}`, createTime: 1_700_000_000 },
  editTimes: { content: 1_700_000_000, visibility: 1_700_000_000 },
});

function mark(bookId: string, chapterUid: number, start: number, more: Partial<MarkRow> = {}): MarkRow {
  const end = more.type === 0 ? start : start + 5;
  return {
    ...{ bookmarkId: `${bookId}_${chapterUid}_${start}-${end}`, bookId, bookVersion: 1, chapterUid, start, end },
    ...{ type: 1, style: 0, colorStyle: 0, markText: `words at ${start}`, chapterName: `Chapter ${chapterUid}` },
    ...{ createTime: 1_700_000_000, editTimes: { style: 1_700_000_000, colorStyle: 1_700_000_000 } },
    ...more,
  };
}

async function withNotes(count = 3): Promise<ReaderRoom> {
  const room = await openRoom({ file: await novel(), signedOut: true });
  const add = (row: MarkRow) => recordEvent(room.database, { kind: 'mark.add', mark: row }, 1_700_000_000);
  await add(mark(room.bookId, 2, 900, { style: 2 }));
  await add(mark(room.bookId, 1, 4000, { style: 1 }));
  await add(mark(room.bookId, 1, 2000, { type: 0 }));
  for (let n = 3; n < count; n++) await add(mark(room.bookId, 2, 1000 + n * 10));
  await add(mark('b_gone', 1, 5));
  return room;
}

const rows = (part = '.note-text') => [...document.querySelectorAll(part)].map((row) => row.textContent);
const shows = (part: string, texts: string[]) => expect.poll(() => rows(part)).toEqual(texts);

describe('the list of books', () => {
  it('counts the notes of each, also of those that are not known any more', async () => {
    const room = await withNotes();
    expect(await readNotebooks(room.database)).toMatchObject([
      { bookId: 'b_gone', title: 'b_gone', count: 1 },
      { bookId: room.bookId, title: 'Test', author: 'A. Writer', count: 3 },
    ]);
    await room.application.showNotes();
    await shows('.notebook-row .notebook-count', ['1 note', '3 notes']);
    await expect.poll(() => document.activeElement?.className).toBe('notebook-row');
    room.key('ArrowDown');
    (document.activeElement as HTMLElement).click();
    await shows('.note-text', ['words at 2000', 'words at 4000', 'words at 900']);
    room.key('Escape');
    await shows('.notebook-row .notebook-count', ['1 note', '3 notes']);
    room.key('Escape');
    await expect.poll(() => document.querySelector('.shelf')).toBeTruthy();
  });

  it('says where notes come from while there are none', async () => {
    const room = await openRoom({ signedOut: true });
    await room.application.showNotes();
    await expect.poll(() => document.querySelector('.notes-empty')?.textContent).toBe(english.notes.none);
  });
});

describe('the notes of a book', () => {
  it('open their place, and the way back leads to them', async () => {
    const room = await withNotes();
    await room.application.showNotes(room.bookId);
    await shows('.note-text', ['words at 2000', 'words at 4000', 'words at 900']);
    document.querySelectorAll<HTMLElement>('.note')[2]?.click();
    await expect.poll(() => document.querySelector('main[data-stage=open][data-place-cfi]')).toBeTruthy();
    expect(room.place().chapterUid).toBe(2);
    expect(room.place().chapterOffset).toBeLessThanOrEqual(900);
    room.key('Escape');
    await shows('.note-text', ['words at 2000', 'words at 4000', 'words at 900']);
    expect((await room.database.positions.get(room.bookId))?.mine).toBeUndefined();
  });

  it('have thoughts among the marks, which are read, changed and deleted here', async () => {
    const room = await withNotes();
    await recordEvent(room.database, { kind: 'thought.add', thought: thought(room.bookId, 2, 800) }, 1_700_000_000);
    await room.application.showNotes(room.bookId);
    await shows('.note-text', ['words at 2000', 'words at 4000', 'so *true*', 'words at 900']);
    document.querySelectorAll<HTMLElement>('.note-row > .button')[2]?.click();
    await afterPaint();
    room.press('Change');
    await expect.poll(() => document.querySelector('textarea')?.value).toBe('so *true*');
    const area = document.querySelector('textarea') as HTMLTextAreaElement;
    area.value = 'not so';
    area.dispatchEvent(new InputEvent('input', { bubbles: true }));
    await afterPaint();
    room.press('Keep');
    await shows('.note-text', ['words at 2000', 'words at 4000', 'not so', 'words at 900']);
    document.querySelectorAll<HTMLElement>('.note-row > .button')[2]?.click();
    await afterPaint();
    room.press('Delete');
    await shows('.note-text', ['words at 2000', 'words at 4000', 'words at 900']);
    expect(await room.database.thoughts.count()).toBe(0);
  });

  const withThought = async () => {
    const account = `test-${crypto.randomUUID()}`;
    const room = await openRoom({ file: await novel(), signedOut: true, account });
    const added = { ...thought(room.bookId, 2, 800), visibility: 'public' as const };
    await recordEvent(room.database, { kind: 'thought.add', thought: added }, 1_700_000_000);
    await room.application.showNotes(room.bookId);
    await shows('.note-text', ['so *true*']);
    return { room, account };
  };
  const pressInMenu = async (room: ReaderRoom, name: string) => {
    document.querySelector<HTMLElement>('.note-row > .button')?.click();
    await afterPaint();
    room.press(name);
    await afterPaint();
  };
  const area = () => document.querySelector('textarea') as HTMLTextAreaElement;
  const type = async (text: string) => {
    area().value = text;
    area().dispatchEvent(new InputEvent('input', { bubbles: true }));
    await afterPaint();
  };
  const stored = async (room: ReaderRoom) => JSON.stringify(await room.database.settings.toArray());

  it('keep what was typed into a thought until that is kept or given up', async () => {
    const { room, account } = await withThought();
    await pressInMenu(room, 'Change');
    await type('so *tru');
    room.key('Escape');
    await expect.poll(() => area()).toBeNull();
    await pressInMenu(room, 'Change');
    expect(area().value).toBe('so *tru');
    await type('so untrue');
    await expect.poll(() => stored(room)).toContain('so untrue');
    room.kill();
    const again = await openRoom({ account, signedOut: true });
    await again.application.showNotes(again.bookId);
    await shows('.note-text', ['so *true*']);
    await pressInMenu(again, 'Change');
    expect(area().value).toBe('so untrue');
    again.press('Keep');
    again.press('Keep');
    await shows('.note-text', ['so untrue']);
    await expect.poll(() => stored(again)).not.toContain('so untrue');
    const kinds = (await again.database.events.toArray()).map(({ body }) => body.kind);
    expect(kinds.filter((kind) => kind === 'thought.change')).toHaveLength(1);
    await pressInMenu(again, 'Change');
    await type('so what');
    again.press('Cancel');
    await expect.poll(() => stored(again)).not.toContain('so what');
  });

  it('send of a thought what was changed here, and leave the rest to what another device did', async () => {
    const { room } = await withThought();
    await pressInMenu(room, 'Change');
    // A sync brings that it is private now.
    await room.database.thoughts.update('t', {
      visibility: 'private',
      editTimes: { content: 1_700_000_000, visibility: 1_700_000_100 },
    });
    await type('so true');
    room.press('Keep');
    await shows('.note-text', ['so true']);
    expect(await room.database.thoughts.get('t')).toMatchObject({ content: 'so true', visibility: 'private' });
    expect((await room.database.events.toArray()).at(-1)?.body).toMatchObject({ change: { content: 'so true' } });
    expect((await room.database.events.toArray()).at(-1)?.body).not.toHaveProperty('change.visibility');
  });

  it('say what a full storage did not take, and lose nothing of it', async () => {
    const { room } = await withThought();
    const titles = () => [...document.querySelectorAll('.dialog h2')].map((title) => title.textContent);
    const { add, put } = IDBObjectStore.prototype;
    const full = () => {
      throw new DOMException('Full', 'QuotaExceededError');
    };
    Object.assign(IDBObjectStore.prototype, { add: full, put: full });
    onTestFinished(() => void Object.assign(IDBObjectStore.prototype, { add, put }));
    await pressInMenu(room, 'Delete');
    await expect.poll(titles).toEqual(['This was not kept']);
    room.press('Close');
    await expect.poll(titles).toEqual([]);
    expect(rows()).toEqual(['so *true*']);
    await pressInMenu(room, 'Change');
    await type('so full');
    await expect.poll(() => document.querySelector('.dialog')?.textContent).toContain('The storage is full');
    room.press('Keep');
    await expect.poll(titles).toContain('This was not kept');
    room.press('Close');
    await expect.poll(() => titles().length).toBe(1);
    expect(area().value).toBe('so full');
    Object.assign(IDBObjectStore.prototype, { add, put });
    room.press('Keep');
    await shows('.note-text', ['so full']);
  });

  it('are restyled, deleted and filtered', async () => {
    const room = await withNotes();
    await room.application.showNotes(room.bookId);
    await shows('.note-text', ['words at 2000', 'words at 4000', 'words at 900']);
    const menuOf = async (row: number) => {
      document.querySelectorAll<HTMLElement>('.note-row > .button')[row]?.click();
      await afterPaint();
    };
    await menuOf(1);
    room.press('Marker');
    await expect.poll(async () => (await room.database.marks.get('b_book_1_4000-4005'))?.style).toBe(2);
    room.press('Show: All');
    await afterPaint();
    room.press('Marked');
    await shows('.note-text', ['words at 4000', 'words at 900']);
    await menuOf(1);
    room.press('Delete');
    await shows('.note-text', ['words at 4000']);
    expect(await room.database.marks.count()).toBe(3);
    room.press('Show: Marked');
    await afterPaint();
    room.press('Wavy');
    await expect.poll(() => document.querySelector('.notes-empty')?.textContent).toBe('No notes of this kind.');
  });

  it('come in pages, turned by keys', async () => {
    const room = await withNotes(40);
    await room.application.showNotes(room.bookId);
    await expect.poll(() => rows().length).toBeGreaterThan(4);
    const [first] = rows();
    room.key('PageDown');
    await expect.poll(() => rows()[0]).not.toBe(first);
    room.key('PageUp');
    await expect.poll(() => rows()[0]).toBe(first);
  });

  it('that have no place in the book are listed and say so', async () => {
    const room = await withNotes();
    await changeUnplaced(room.database, room.bookId, { placed: [], lost: ['b_book_1_4000-4005'] });
    await room.application.showNotes(room.bookId);
    await expect
      .poll(() => rows('.note-facts').map((text) => text?.includes('Not found')))
      .toEqual([false, true, false]);
  });
});

describe('Markdown', () => {
  it('has a heading per chapter and keeps what Markdown would take for its own', () => {
    const day = isoDayOf(1_700_000_000);
    const book: OpenNotebook = { bookId: 'b', title: 'Moby-Dick', author: 'Herman Melville', notes: [] };
    const note = (row: MarkRow, unplaced = false): Note => ({ kind: 'mark', id: row.bookmarkId, mark: row, unplaced });
    const notes: Note[] = [
      note(mark('b', 1, 0, { type: 0, markText: 'Call me…' })),
      note(mark('b', 1, 9, { markText: 'a *whale*\n# of a [tale]' }), true),
      note(mark('b', 2, 9, { chapterName: '' })),
      { kind: 'thought', id: 't', thought: thought('b', 2, 12) },
    ];
    expect(notesMarkdown(book, notes, english.notes)).toBe(`# Moby-Dick

Herman Melville

## Chapter 1

> Call me…

*Bookmark · ${day}*

> a \\*whale\\*
> \\# of a \\[tale\\]

*${day} · Not found in this version of the book*

## Section 2

> words at 9

*${day}*

> words at 12

so \\*true\\*

*${day}*
`);
  });
});

it('leave the list alone that the reader has gone back to', async () => {
  const database = await temporaryDatabase();
  await recordEvent(database, { kind: 'mark.add', mark: mark('b', 1, 10) }, 1_700_000_000);
  const notes = createNotes(
    database,
    () => undefined,
    (error) => expect.unreachable(String(error)),
  );
  await notes.load('b');
  const [note] = notes.state.getState().open?.notes ?? [];
  await Promise.all([notes.remove(note as Note), notes.load()]);
  expect(notes.state.getState().open).toBeUndefined();
  expect(await database.marks.count()).toBe(0);
});
