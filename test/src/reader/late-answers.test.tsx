// A store, a dictionary or a service that takes its time while the reader goes on.

import { afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { afterPaint } from '../../../src/app/after-paint.ts';
import { delay } from '../../../src/book/after-paint.ts';
import { Dictionaries } from '../../../src/dictionary/look-up.ts';
import { holdTable } from '../db/hold-table.ts';
import { closeRooms, openRoom, type ReaderRoom, type RoomOptions } from './reader-room.tsx';
import { choose, foxBook } from './select-words.ts';

let file: Blob;
beforeAll(async () => {
  file = await foxBook();
});
afterEach(closeRooms);

async function opened(options: Partial<RoomOptions> = {}): Promise<ReaderRoom> {
  const room = await openRoom({ file, ...options });
  await room.open();
  return room;
}

const sheet = () => document.querySelector('.sheet');

async function type(text: string): Promise<void> {
  await expect.poll(() => sheet()?.querySelector('textarea')).toBeTruthy();
  const area = sheet()?.querySelector('textarea') as HTMLTextAreaElement;
  area.value = text;
  area.dispatchEvent(new InputEvent('input', { bubbles: true }));
  await afterPaint();
}

it('keeps a thought once by two presses, and what was opened while the store was busy', async () => {
  const room = await opened({ signedOut: true });
  await choose(room, 'Thought', 4, 15);
  await type('Not so quick.');
  const letGo = await holdTable(room.database, 'events');
  room.press('Keep');
  room.press('Keep');
  room.key('Escape');
  await expect.poll(sheet).toBeNull();
  await choose(room, 'Thought', 20, 25);
  await type('Jumps');
  letGo();
  await expect.poll(() => document.querySelector('.margin-sign.own')?.getAttribute('aria-label')).toContain('1 ');
  room.press('Keep');
  await expect.poll(sheet).toBeNull();
  const kept = await room.database.thoughts.toArray();
  expect(kept.map(({ content }) => content).sort()).toEqual(['Jumps', 'Not so quick.']);
  await expect.poll(async () => JSON.stringify(await room.database.settings.toArray())).not.toContain('Not so');
});

it('loses no letter that was typed between two presses', async () => {
  const room = await opened({ signedOut: true });
  await choose(room, 'Thought', 4, 15);
  await type('Not so');
  const letGo = await holdTable(room.database, 'events');
  room.press('Keep');
  await type('Not so quick.');
  room.press('Keep');
  letGo();
  await expect.poll(sheet).toBeNull();
  expect((await room.database.thoughts.toArray()).map(({ content }) => content)).toEqual(['Not so']);
  await choose(room, 'Thought', 4, 15);
  await expect.poll(() => sheet()?.querySelector('textarea')?.value).toBe('Not so quick.');
});

it('deletes every thought that was asked for while the store was busy', async () => {
  const room = await opened({ signedOut: true });
  for (const [content, end] of [
    ['One', 9],
    ['Two', 15],
  ] as const) {
    await choose(room, 'Thought', 4, end);
    await type(content);
    room.press('Keep');
    await expect.poll(sheet).toBeNull();
  }
  document.querySelector<HTMLElement>('.margin-sign.own')?.click();
  await expect.poll(() => sheet()?.textContent).toContain('Thought 1 of 2');
  const letGo = await holdTable(room.database, 'events');
  const remove = async () => {
    room.press('Delete');
    await afterPaint();
    room.press('Really delete');
  };
  await remove();
  room.press('Next');
  await expect.poll(() => sheet()?.textContent).toContain('Thought 2 of 2');
  await remove();
  letGo();
  await expect.poll(() => room.database.thoughts.count()).toBe(0);
  await expect.poll(sheet).toBeNull();
});

it('opens no sheet over the page that was turned to before the answer came', async () => {
  const room = await opened();
  const gate = Promise.withResolvers<void>();
  const { lookUp } = Dictionaries.prototype;
  const asked = vi.spyOn(Dictionaries.prototype, 'lookUp').mockImplementation(async function (
    this: Dictionaries,
    ...question
  ) {
    await gate.promise;
    return lookUp.apply(this, question);
  });
  onTestFinished(() => asked.mockRestore());
  const covers = vi.spyOn(room.database.covers, 'get');
  covers.mockImplementation((async () => gate.promise) as unknown as typeof room.database.covers.get);
  for (const action of ['Dictionary', 'Picture']) {
    await choose(room, action);
    await room.turned(() => room.key('PageDown'));
    await room.turned(() => room.key('PageUp'));
  }
  expect(asked).toHaveBeenCalledOnce();
  expect(covers).toHaveBeenCalledOnce();
  const drawn = vi.spyOn(URL, 'createObjectURL');
  onTestFinished(() => drawn.mockRestore());
  gate.resolve();
  // Until the picture is there, and the word was looked up long before; what opens sheets then follows at once.
  await expect.poll(() => drawn.mock.calls.length).toBe(1);
  await delay(300);
  expect(sheet()).toBeNull();
});

it('shows the underlines of others that are kept while the service does not answer, and closes nothing when it does', async () => {
  const room = await opened();
  const range = { start: 7, end: 18, quote: 'quick brown', readers: 42, thoughts: 0 };
  const ranges = [{ chapterUid: 1, ...range }];
  await room.database.popular.put({ bookId: room.bookId, chapterUid: 1, ranges, readAt: 1_700_000_000 });
  const answer = Promise.withResolvers<void>();
  const ask = room.bridge.call.bind(room.bridge);
  room.bridge.call = async (name, request) => {
    const { route = '' } = request as { route?: string };
    if (name === 'service.call' && route.startsWith('GET /book/best')) await answer.promise;
    return ask(name, request);
  };
  const call = room.model.call.bind(room.model);
  room.model.call = (route, params) =>
    route === 'GET /book/bestbookmarksinfo'
      ? { bookId: room.bookId, synckey: 1, totalCount: 0, chapters: [] }
      : call(route, params);
  const toggle = async () => {
    room.key('Enter');
    await expect.poll(sheet).toBeTruthy();
    room.press('More');
    await expect.poll(() => document.body.textContent).toContain('Others’ underlines');
    room.press('Others’ underlines');
  };
  await toggle();
  await expect.poll(() => document.querySelector('.margin-sign.others')?.textContent).toBe('42');
  await expect.poll(sheet).toBeNull();
  room.key('Enter');
  await expect.poll(sheet).toBeTruthy();
  answer.resolve();
  await expect.poll(async () => (await room.database.popular.toArray())[0]?.ranges).toEqual([]);
  await afterPaint();
  expect(sheet()).toBeTruthy();
  expect(document.querySelector('.margin-sign.others')?.textContent).toBe('42');
  room.key('Escape');
  await expect.poll(sheet).toBeNull();
  await room.turned(() => room.key('PageDown'));
  await room.turned(() => room.key('PageUp'));
  expect(document.querySelector('.margin-sign.others')).toBeNull();
});
