import { afterEach, expect, it } from 'vitest';
import { buildEpub, page, prose } from '../book/build-zip.ts';
import { closeRooms, openRoom } from './reader-room.tsx';

afterEach(closeRooms);

const fixed = () =>
  buildEpub(
    [1, 2, 3].map((n) => ({
      name: `${n}.xhtml`,
      data: page(`<p>Page ${n}</p>`, '<meta name="viewport" content="width=900, height=600"/>'),
    })),
    {
      metadata:
        '<meta property="rendition:layout">pre-paginated</meta><meta property="rendition:orientation">landscape</meta>',
    },
  );

it('brings fixed pages closer and back by keys, turns through their parts, and says how to turn the screen', async () => {
  const room = await openRoom({ file: await fixed() });
  await room.open();
  const line = () => document.querySelector('.page-line.below')?.textContent ?? '';
  expect(line()).toContain('made for landscape');
  const width = room.frame().getBoundingClientRect().width;
  room.key('+');
  await expect.poll(() => room.frame().getBoundingClientRect().width / width).toBeCloseTo(1.25, 1);
  const before = room.frame().getBoundingClientRect().left;
  room.key('PageDown');
  await expect.poll(() => room.frame().getBoundingClientRect().left).toBeLessThan(before);
  expect(room.place().chapterUid).toBe(1);
  await room.turned(() => room.key('PageDown'));
  expect(room.place().chapterUid).toBe(2);
  room.key('-');
  await expect.poll(() => room.frame().getBoundingClientRect().width).toBe(width);
});

it('makes the text of other books larger by the same keys', async () => {
  const room = await openRoom({ file: await buildEpub([{ name: '1.xhtml', data: page(prose(30)) }]) });
  await room.open();
  const size = () => Number.parseFloat(getComputedStyle((room.frame().contentDocument as Document).body).fontSize);
  const first = size();
  room.key('+');
  await expect.poll(size).toBeGreaterThan(first);
  room.key('-');
  await expect.poll(size).toBe(first);
  // Faster than pages are laid out: each press counts.
  for (const key of ['+', '+', '+', '-']) room.key(key);
  const { settings } = room.application.state.getState().session;
  await expect.poll(() => settings.readingOf(room.bookId).reading().fontSize).toBe(130);
  await expect.poll(() => Math.round((size() / first) * 11)).toBe(13);
});
