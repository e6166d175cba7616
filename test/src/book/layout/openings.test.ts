// What a turn over a chapter's edge waits for, and what idle time may still begin when the reader has gone elsewhere.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BookError } from '../../../../src/book/book.ts';
import type { Chapters } from '../../../../src/book/layout/chapters.ts';
import type { Opening } from '../../../../src/book/layout/opening.ts';
import { Openings } from '../../../../src/book/layout/openings.ts';
import { Slots } from '../../../../src/book/layout/slots.ts';
import { Pace } from '../../../../src/book/pace.ts';
import type { Resources } from '../../../../src/book/package/resources.ts';
import type { PreparedSection } from '../../../../src/book/preparing/prepare-section.ts';
import { prose } from '../build-zip.ts';
import { makeContainer } from '../reading-style.ts';
import { chaptersOf, layoutOf, unitOf } from './chapters-of.ts';

let container: HTMLElement;
let chapters: Chapters;
let resources: Resources;
let slots: Slots;
let openings: Openings;
let current: Opening | undefined;
let busy: boolean;

beforeEach(async () => {
  container = makeContainer();
  ({ chapters, resources } = await chaptersOf('First.', 'Second.', 'Third.', 'Fourth.'));
  openAll();
});

/** With nothing shown yet. */
function openAll(): void {
  busy = false;
  current = undefined;
  const shown = () => current?.slots ?? [];
  slots = new Slots({
    ...{ container, chapters, shown },
    layout: () => layoutOf(0),
    most: () => 3,
    made: () => undefined,
    loaded: () => undefined,
    assertOpen: () => undefined,
  });
  openings = new Openings({ chapters, slots, shown, layout: () => layoutOf(0), busy: () => busy });
}

afterEach(() => {
  vi.restoreAllMocks();
  container.remove();
  resources.close();
});

const sections = () => slots.all.map(({ unit }) => unit?.section);

/** The first chapter is not ready before that is resolved, however it is asked for. */
function holdFirst() {
  const held = Promise.withResolvers<PreparedSection>();
  const { prepare } = chapters;
  const asked = vi.spyOn(chapters, 'prepare').mockImplementation((section, pace) => {
    return section === 0 ? held.promise : prepare.call(chapters, section, pace);
  });
  const ofFirst = () => asked.mock.calls.filter(([section]) => section === 0);
  return { held, ofFirst };
}

it.each([
  ['for a turn', undefined],
  ['in idle time', new Pace()],
])('the chapter after is not kept waiting by the one before, %s', async (_, pace) => {
  holdFirst();
  current = await openings.with(unitOf(1));
  const next = await openings.beside(1, pace ? { pace } : {});
  expect(next?.lead.unit).toEqual(unitOf(2));
});

it('the chapter before is asked for in idle time while nobody waits for it', async () => {
  const { held, ofFirst } = holdFirst();
  current = await openings.with(unitOf(1));
  const pace = new Pace();
  const before = openings.beside(-1, { pace });
  await expect.poll(() => ofFirst().length).toBeGreaterThan(0);
  expect(ofFirst()).toEqual([[0, pace]]);
  vi.restoreAllMocks();
  held.resolve(await chapters.prepare(0));
  expect((await before)?.lead.unit).toEqual(unitOf(0));
});

it('one that cannot be prepared is not asked for again because it is beside the page', async () => {
  const { held, ofFirst } = holdFirst();
  held.reject(new Error('This chapter is broken.'));
  for (let turn = 0; turn < 3; turn++) expect(await chapters.neighbour(unitOf(1), -1)).toEqual(unitOf(0));
  expect(ofFirst()).toHaveLength(1);
});

it.each(['has gone', 'is going'])('idle time begins nothing where the reader %s elsewhere', async (whither) => {
  const { held, ofFirst } = holdFirst();
  current = await openings.with(unitOf(1));
  const before = openings.beside(-1, { pace: new Pace() });
  await expect.poll(() => ofFirst().length).toBeGreaterThan(0);
  if (whither === 'has gone') current = await openings.with(unitOf(3));
  else busy = true;
  vi.restoreAllMocks();
  held.resolve(await chapters.prepare(0));
  expect(await before).toBeUndefined();
  expect(sections()).not.toContain(0);
});

it.each([
  ['for a turn', undefined],
  ['in idle time', new Pace()],
])('a long chapter that failed before is turned back to at its very end, %s', async (_, pace) => {
  resources.close();
  ({ chapters, resources } = await chaptersOf(`</p>${prose(400)}<p>The end.`, 'Second.'));
  const { held, ofFirst } = holdFirst();
  openAll();
  current = await openings.with(unitOf(1));
  held.reject(new BookError('timeout', 'This chapter took too long.'));
  expect(await chapters.neighbour(unitOf(1), -1)).toEqual(unitOf(0));
  expect(ofFirst()).toHaveLength(1);
  vi.restoreAllMocks();
  const before = await openings.beside(-1, pace ? { pace } : {});
  expect(before?.lead.unit).toEqual({ section: 0, piece: chapters.knownPieces(0) - 1 });
  expect(chapters.knownPieces(0)).toBeGreaterThan(1);
  expect(before?.lead.shell.document.body.textContent).toContain('The end.');
  expect(before?.page).toBe((before?.pages ?? 0) - 1);
  // Nobody waits for it in idle time, where its last piece is laid out step by step.
  expect(pace?.hurried ?? false).toBe(false);
});
