// What is planned for a shelf of covers: it has pictures as a book's page has, whether it is turned or comes back.

import { expect, it } from 'vitest';
import { afterPaint } from '../../../src/app/after-paint.ts';
import { runApplication, until } from './running-application.ts';

const size = { width: 480, height: 640, dpi: 96 };

async function greyCover(): Promise<Blob> {
  const canvas = new OffscreenCanvas(300, 426);
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
  context.fillStyle = '#888';
  context.fillRect(0, 0, 300, 426);
  return canvas.convertToBlob();
}

it('is dithered and refreshed fully as a page of pictures, and so is what comes after it', async () => {
  const books = Array.from({ length: 20 }, (_, index) => ({ title: `Book ${index}`, author: 'A. Writer' }));
  const { application } = await runApplication({ books, size });
  const { database, shelf } = application.state.getState().session;
  await until(() => document.querySelector('.entry-title'));
  const image = await greyCover();
  await database.covers.bulkPut(books.map((_, index) => ({ bookId: `b_${index}`, image, source: '' })));
  const { log } = application.screen;
  const page = () => document.querySelector('.entry-title')?.textContent;
  /** What was planned for the act, once all of its covers are there. */
  const planned = async (act: () => Promise<unknown>) => {
    const from = log().length;
    await act();
    await until(() => log().length > from);
    await until(() => [...document.images].every(({ complete }) => complete));
    // Those that came late are found before the next frame, and are planned then.
    for (let frame = 0; frame < 3; frame++) await afterPaint();
    const frames = log().slice(from);
    expect(frames.filter(({ intents }) => intents.includes('page'))).toHaveLength(1);
    expect(frames.slice(1).every(({ intents }) => intents.every((intent) => intent === 'image'))).toBe(true);
    return frames[0]?.plan.map(({ strength, dither }) => `${strength}${dither ? ' dithered' : ''}`);
  };
  await shelf.load();
  await until(() => document.querySelector('img.cover'));
  for (let frame = 0; frame < 3; frame++) await afterPaint();
  await planned(() => application.showSettings());
  expect(await planned(() => application.leave())).toEqual(['full dithered']);
  const before = page();
  expect(await planned(() => shelf.turn(1))).toEqual(['full dithered']);
  expect(page()).not.toBe(before);
  expect(await planned(() => application.showNotes())).toEqual(['full']);
  expect(await planned(() => application.leave())).toEqual(['full dithered']);
  expect(await planned(() => application.showSettings())).toEqual(['full']);
  expect(await planned(() => application.showNotes())).toEqual(['partial']);
});
