// Whose chapters the gauge takes: those that are read only while they are kept anyway, as nobody there may wait for it.

import { afterEach, expect, it } from 'vitest';
import { BookGauge } from '../../../../src/book/counting/book-gauge.ts';
import type { PageCounts } from '../../../../src/book/counting/page-counts.ts';
import type { Chapters } from '../../../../src/book/layout/chapters.ts';
import type { Resources } from '../../../../src/book/package/resources.ts';
import { chaptersOf, layoutOf, unitOf } from '../layout/chapters-of.ts';
import { makeContainer } from '../reading-style.ts';

const opened: Resources[] = [];
let container: HTMLElement | undefined;

afterEach(() => {
  container?.remove();
  for (const resources of opened.splice(0)) resources.close();
});

async function named(name: string, asked: string[]): Promise<Chapters> {
  const { chapters, resources } = await chaptersOf('Words.');
  opened.push(resources);
  const { content } = chapters;
  chapters.content = (...what) => {
    asked.push(name);
    return content.call(chapters, ...what);
  };
  return chapters;
}

it('asks of its own what was let go while its frame was made', async () => {
  const asked: string[] = [];
  const learned: number[] = [];
  const [read, own] = await Promise.all([named('read', asked), named('own', asked)]);
  const shownIn = makeContainer();
  container = shownIn;
  const pages = {
    missing: () => (learned.length === 0 ? unitOf(0) : undefined),
    learn: (_unit: unknown, _pieces: number, count: number) => learned.push(count),
    save: async () => undefined,
  } as unknown as PageCounts;
  const gauge = new BookGauge(shownIn, pages, {
    layout: () => layoutOf(0),
    section: () => 0,
    // The long chapter that is read is kept until the reader goes elsewhere.
    chapters: () => (shownIn.querySelector('iframe') ? own : read),
  });
  gauge.start();
  await expect.poll(() => learned).toEqual([1]);
  expect(asked).toEqual(['own']);
  gauge.close();
});
