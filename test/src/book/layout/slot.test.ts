// What slots make of chapters, whatever happens to those who wait for them.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Chapters } from '../../../../src/book/layout/chapters.ts';
import { Slot } from '../../../../src/book/layout/slot.ts';
import { Slots } from '../../../../src/book/layout/slots.ts';
import { Pace } from '../../../../src/book/pace.ts';
import type { Resources } from '../../../../src/book/package/resources.ts';
import { makeContainer } from '../reading-style.ts';
import { chaptersOf, layoutOf, unitOf } from './chapters-of.ts';

let container: HTMLElement;
let chapters: Chapters;
let resources: Resources;

beforeEach(async () => {
  container = makeContainer();
  ({ chapters, resources } = await chaptersOf('First words.', 'Second words.', 'Third words.'));
});

afterEach(() => {
  container.remove();
  resources.close();
});

const wordsIn = ({ failure, shell }: Slot) => [failure, shell.document.body.textContent.trim()];

function heldPace(): Pace {
  const pace = new Pace();
  pace.hold();
  return pace;
}

it('a healthy chapter is shown though nothing can be drawn on it, which is told', async () => {
  const told = vi.spyOn(globalThis, 'reportError').mockImplementation(() => undefined);
  const slot = new Slot(container, chapters, () => {
    throw new Error('No mark can be drawn.');
  });
  expect(await slot.load(unitOf(0), layoutOf(0))).toBe('ready');
  expect(wordsIn(slot)).toEqual([undefined, 'First words.']);
  expect(told.mock.calls).toEqual([[new Error('No mark can be drawn.')]]);
  told.mockRestore();
});

it('two slots that wait for one chapter both have all of it', async () => {
  const slots = [0, 1].map(() => new Slot(container, chapters, () => undefined));
  const states = await Promise.all(slots.map((slot, version) => slot.load(unitOf(0), layoutOf(version))));
  expect([states, slots.map(wordsIn)]).toEqual([['ready', 'ready'], slots.map(() => [undefined, 'First words.'])]);
});

it('a slot that is hurried does not wait for the spare time of whoever asked for its chapter first', async () => {
  const [first, second] = [0, 1].map(() => new Slot(container, chapters, () => undefined)) as [Slot, Slot];
  void first.load(unitOf(0), layoutOf(0), heldPace());
  const ready = second.load(unitOf(0), layoutOf(1), heldPace());
  second.hurry();
  expect([await ready, wordsIn(second)]).toEqual(['ready', [undefined, 'First words.']]);
});

it('what is being laid out in another style leaves its room, and ends', async () => {
  let version = 0;
  const slots = new Slots({
    ...{ container, chapters },
    layout: () => layoutOf(version),
    shown: () => [],
    most: () => 3,
    made: () => undefined,
    loaded: () => undefined,
    assertOpen: () => undefined,
  });
  const paces = [heldPace(), heldPace()];
  const both = slots.ready([0].map(unitOf), [], { pace: paces[0] as Pace });
  const other = slots.ready([1].map(unitOf), [0].map(unitOf), { pace: paces[1] as Pace });
  version = 1;
  const [found] = (await slots.ready([2].map(unitOf), [0, 1].map(unitOf))) ?? [];
  expect([slots.all.length, found && wordsIn(found)]).toEqual([2, [undefined, 'Third words.']]);
  for (const pace of paces) pace.hurry();
  expect(await Promise.all([both, other])).toEqual([undefined, undefined]);
  expect(slots.laidOut).toEqual([found]);
});
