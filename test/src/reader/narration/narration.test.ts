// Books read aloud by their own recordings: what their lists say, which phrase comes when, and how pages follow.

import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { Book, BookView } from '../../../../src/book/book.ts';
import { openBook } from '../../../../src/book/open-book.ts';
import { readClockValue } from '../../../../src/book/overlay/clock-value.ts';
import type { FeatureParts } from '../../../../src/reader/feature.ts';
import { Narrating } from '../../../../src/reader/narration/narrating.ts';
import {
  openRecordingPlayer,
  type PlayerEvents,
  type Stretch,
} from '../../../../src/reader/narration/recording-player.ts';
import { Broken } from '../../book/broken-disk.ts';
import { makeContainer, plainStyle } from '../../book/reading-style.ts';
import { readRealBook, realBooks } from '../../book/real-books.ts';
import { temporaryDatabase } from '../../db/temporary-database.ts';
import { type SpokenBook, spokenBook, tone } from './spoken-book.ts';

const opened: Book[] = [];
const Unpacking = globalThis.DecompressionStream;

afterEach(() => {
  globalThis.DecompressionStream = Unpacking;
  for (const book of opened.splice(0)) book.close();
});

async function begin(spoken: SpokenBook = {}) {
  const book = await openBook(await spokenBook(spoken));
  opened.push(book);
  const element = spoken.fixed ? makeContainer(900, 700) : makeContainer(700, 900);
  onTestFinished(() => element.remove());
  const view = await book.show(element, plainStyle);
  const played: Stretch[] = [];
  let pauses = 0;
  let events: PlayerEvents | undefined;
  const database = await temporaryDatabase();
  const failures: unknown[] = [];
  const parts = {
    ...{ book, view, database, signal: new AbortController().signal },
    state: { setState: () => undefined },
    settings: {},
    room: () => ({ width: 700, height: 900, rem: 16 }),
    touch: () => undefined,
    intend: () => undefined,
    report: (error: unknown) => failures.push(error),
    inOrder: (step: (shown: BookView) => Promise<unknown>) => step(view).then(() => undefined),
    later: (work: Promise<unknown>) => void work.catch((error: unknown) => failures.push(error)),
  } as unknown as FeatureParts;
  const narrating = new Narrating(parts, (given) => {
    events = given;
    return {
      play: (stretch) => played.push(stretch),
      pause: () => {
        pauses++;
      },
      resume: () => undefined,
      close: () => undefined,
    };
  });
  view.on('turning', (numbers) => narrating.turning(numbers, false));
  view.on('place', (place) => narrating.placed(place));
  const now = () =>
    element
      .querySelector<HTMLIFrameElement>('iframe[style*=" visibility: visible"]')
      ?.contentDocument?.querySelector('.now')?.id;
  const next = async (act: () => void) => {
    const before = played.length;
    act();
    await expect.poll(() => played.length).toBe(before + 1);
  };
  return { view, narrating, played, paused: () => pauses, now, next, failures, tell: () => events as PlayerEvents };
}

it('reads times as SMIL writes them', () => {
  const values = [
    '0:14:45.000',
    '5:31',
    '1:02:03.5',
    '12.5s',
    '1.5h',
    '30min',
    '250ms',
    '7',
    ' 2s ',
    'npt=3s',
    '1:60',
    'x',
    '',
  ];
  expect(values.map(readClockValue)).toEqual([
    ...[885, 331, 3723.5, 12.5, 5400, 1800, 0.25, 7, 2, 3],
    ...[undefined, undefined, undefined],
  ]);
});

it('says what is read, in which order, and what may be left out or left early', async () => {
  const book = await openBook(await spokenBook());
  opened.push(book);
  const { narration } = book;
  expect(narration).toMatchObject({ narrator: 'N. Voice', sections: [0, 2] });
  const phrases = (await narration?.phrases(0)) ?? [];
  expect(phrases.map(({ fragment, skippable, after }) => [fragment, skippable, after])).toEqual([
    ['p1', false, undefined],
    ['n1', true, undefined],
    ['l1', false, 4],
    ['l2', false, 4],
    ['p2', false, undefined],
  ]);
  expect(phrases[0]?.audio).toEqual({ path: 'O/a.wav', begin: 0, end: 1 });
  expect(phrases[4]?.audio).toBeUndefined();
  expect((await narration?.recording('O/a.wav'))?.size).toBe(16_044);
});

it('reads from words on that were chosen, in whatever chapter they stand', async () => {
  const { narrating, now, next, view, failures } = await begin();
  const { anchors } = await (opened.at(-1) as Book).sectionText(0);
  await next(() => narrating.beginAt({ chapterUid: 1, start: (anchors.get('l2') ?? 0) + 1 }));
  expect(now()).toBe('l2');
  await next(() => narrating.beginAt({ chapterUid: 3, start: 40 }));
  expect([now(), view.place()?.section]).toEqual(['long', 2]);
  expect(narrating.state.getState()).toMatchObject({ open: true, playing: true });
  expect(failures).toEqual([]);
});

it('reads on where it was told to last, also when a chapter that it was told before comes late', async () => {
  const { narrating, now, next, tell, failures } = await begin();
  const { narration } = opened.at(-1) as Book;
  if (!narration) throw new Error('The book is silent.');
  const late = Promise.withResolvers<Awaited<ReturnType<typeof narration.phrases>>>();
  const asked = vi.spyOn(narration, 'phrases').mockReturnValueOnce(late.promise);
  narrating.beginAt({ chapterUid: 1, start: 0 });
  expect(asked).toHaveBeenCalledOnce();
  await next(() => narrating.beginAt({ chapterUid: 3, start: 40 }));
  expect(now()).toBe('long');
  late.resolve(await narration.phrases(0));
  await late.promise;
  await new Promise((resolve) => setTimeout(resolve));
  await next(() => tell().ended());
  expect(now()).toBe('last');
  expect(failures).toEqual([]);
});

it('reads phrase after phrase, leaves notes out, leaves lists when asked, and goes on in the next chapter that is read', async () => {
  const { narrating, played, now, next, tell, view, failures } = await begin();
  await next(() => narrating.begin());
  expect(now()).toBe('p1');
  await next(() => tell().ended());
  expect(now()).toBe('l1');
  expect(narrating.state.getState()).toMatchObject({ playing: true, canLeave: true });
  await next(() => narrating.leave());
  expect(now()).toBe('p2');
  expect(played.at(-1)?.address).toBeUndefined();
  await next(() => narrating.step(-1));
  expect(now()).toBe('l2');
  await next(() => narrating.step(1));
  await next(() => tell().ended());
  expect(view.place()?.section).toBe(2);
  expect(now()).toBe('long');
  expect(played.at(-1)).toMatchObject({ begin: 4, end: 64 });
  narrating.end();
  expect(now()).toBeUndefined();
  expect(failures).toEqual([]);
});

it('turns the page where the voice is, follows the reader who turns it, and stops at the end', async () => {
  const { narrating, played, now, next, tell, view } = await begin();
  await view.goTo({ section: 2 });
  await next(() => narrating.begin());
  const first = view.place();
  tell().progress(1, 60);
  tell().progress(30, 60);
  await expect.poll(() => view.place()?.page).toBeGreaterThan(first?.page ?? 0);
  expect(played).toHaveLength(1);
  await next(() => void view.goTo({ section: 0 }));
  expect(now()).toBe('p1');
  await next(() => void view.goTo({ section: 2, offset: Number.MAX_SAFE_INTEGER }));
  expect(now()).toBe('last');
  tell().ended();
  await expect.poll(() => narrating.state.getState().playing).toBe(false);
  expect(now()).toBeUndefined();
});

it.each<[string, SpokenBook]>([
  ['alone', {}],
  ['beside one that can be', { order: ['two', 'three', 'one'], fixed: true }],
])('stays with what stands in place of a chapter that cannot be shown, %s', async (_, spoken) => {
  globalThis.DecompressionStream = Broken;
  const { narrating, next, tell, view, failures } = await begin(spoken);
  if (!spoken.order) await view.goTo({ section: 1 });
  await next(() => narrating.begin());
  const shown = view.place();
  expect(shown).toMatchObject(spoken.order ? { section: 0, pages: 1 } : { section: 2, failed: true });
  const gone = vi.spyOn(view, 'goTo');
  // As often as the player tells where it is.
  for (const seconds of [0.25, 0.5, 30]) tell().progress(seconds, 60);
  await next(() => tell().ended());
  for (const seconds of [0.25, 0.5]) tell().progress(seconds, 1);
  expect(gone).not.toHaveBeenCalled();
  expect(view.place()).toBe(shown);
  expect(narrating.state.getState().playing).toBe(true);
  await next(() => narrating.step(-1));
  expect(failures).toEqual([]);
  if (!spoken.order) return;
  // A page that can be shown is turned to from there.
  narrating.step(1);
  await next(() => tell().ended());
  expect(view.place()?.section).toBe(2);
});

it('stays paused at a recording that cannot be played', async () => {
  const { narrating, played, paused, next, tell } = await begin();
  await next(() => narrating.begin());
  narrating.pause();
  await next(() => narrating.step(1));
  const before = paused();
  await next(() => tell().failed());
  expect(played.at(-1)?.address).toBeUndefined();
  expect(paused()).toBe(before + 1);
});

it('plays the recording of the book and says when a stretch has ended', async () => {
  // Browsers make no sound before somebody has pressed something.
  await userEvent.click(document.body);
  const told: string[] = [];
  const player = openRecordingPlayer({
    progress: () => told.push('progress'),
    ended: () => told.push('ended'),
    failed: () => told.push('failed'),
  });
  onTestFinished(() => player.close());
  const address = URL.createObjectURL(new Blob([tone(2)], { type: 'audio/wav' }));
  player.play({ address, begin: 0.5, end: 0.8, seconds: 1 }, 2);
  await expect.poll(() => told).toContain('ended');
  expect(told).toContain('progress');
  player.play({ address: URL.createObjectURL(new Blob(['x'])), begin: 0, end: 1, seconds: 1 }, 1);
  await expect.poll(() => told).toContain('failed');
  player.play({ address: undefined, begin: 0, end: undefined, seconds: 0.01 }, 1);
  await expect.poll(() => told.at(-1)).toBe('ended');
});

const spoken = realBooks.filter((name) => /\/(mol-|moby-dick-mo)/.test(name));

it.skipIf(spoken.length === 0)('finds the words of every phrase of real books', async () => {
  for (const name of spoken) {
    const book = await openBook(await readRealBook(name));
    opened.push(book);
    const { narration } = book;
    expect(narration?.sections.length, name).toBeGreaterThan(0);
    for (const section of narration?.sections ?? []) {
      const phrases = (await narration?.phrases(section)) ?? [];
      const { anchors } = await book.sectionText(section);
      expect(phrases.length, `${name} ${section}`).toBeGreaterThan(0);
      expect(phrases.filter(({ fragment }) => !anchors.has(fragment)).length, `${name} ${section}`).toBe(0);
    }
  }
});
