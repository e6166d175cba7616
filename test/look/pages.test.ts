// Books of drawn pages, and what stands in place of a page: opening, failing, asking for a password, asleep.

import { afterEach, expect, vi } from 'vitest';
import { afterPaint } from '../../src/app/after-paint.ts';
import { english } from '../../src/strings/english.ts';
import { runApplication } from '../src/app/running-application.ts';
import { buildZip } from '../src/book/build-zip.ts';
import { lockedPdf } from '../src/book/pdf/lock-pdf.ts';
import { readRealBook, realBooks } from '../src/book/real-books.ts';
import { pictureBytes } from '../src/painted-picture.ts';
import { closeRooms, openRoom, type ReaderRoom } from '../src/reader/reader-room.tsx';
import { alice } from './alice.ts';
import { beginLook, look } from './look.ts';

beginLook();
afterEach(() => {
  closeRooms();
  vi.restoreAllMocks();
});

const shows = (selector: string) => expect.poll(() => document.querySelector(selector)).toBeTruthy();

async function openPanel(room: ReaderRoom, button: string): Promise<void> {
  room.key('Enter');
  await afterPaint();
  room.press(button);
  await afterPaint();
}

/** Four pictures to a page, with gutters between them. */
function paintPage(context: OffscreenCanvasRenderingContext2D): void {
  const { width, height } = context.canvas;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  const [across, down] = [width / 2 - 60, height / 2 - 80];
  for (const [n, grey] of ['#ddd', '#777', '#bbb', '#333'].entries()) {
    const [x, y] = [50 + (n % 2) * (across + 20), 70 + Math.floor(n / 2) * (down + 20)];
    context.fillStyle = grey;
    context.fillRect(x, y, across, down);
    context.lineWidth = 6;
    context.strokeStyle = '#000';
    context.strokeRect(x, y, across, down);
  }
}

look('comic', async (size, picture) => {
  const data = await pictureBytes(1000, 1500, paintPage);
  const file = await buildZip([1, 2, 3, 4].map((n) => ({ name: `${n}.png`, data })));
  const room = await openRoom({ ...size, title: 'Strip', author: '', file });
  await room.open();
  await room.turned(() => room.key('PageDown'));
  await picture('page');
  await openPanel(room, english.reader.menu.type);
  await picture('panel');
});

const haruko = 'idpf/haruko-jpeg.epub';
if (realBooks.includes(haruko)) {
  look('spread', async (size, picture) => {
    const room = await openRoom({ ...size, title: 'ハルコさんの彼氏', author: '', file: await readRealBook(haruko) });
    await room.open();
    for (let turns = 0; turns < 2; turns++) await room.turned(() => room.key('PageDown'));
    await picture();
  });
} else look.missing('spread', `${haruko} is not here`);

look('password', async (size, picture) => {
  const room = await openRoom({ ...size, ...alice, file: await lockedPdf('Secret words', 'sesame') });
  room.application.routes.go({ name: 'reader', bookId: room.bookId });
  await shows('input[type=password]');
  await picture();
});

look('opening', async (size, picture) => {
  const fetched = window.fetch.bind(window);
  const answer = Promise.withResolvers<Response>();
  vi.spyOn(window, 'fetch').mockImplementation((input, init) =>
    String(input).includes('/book-files/') ? answer.promise : fetched(input, init),
  );
  const room = await openRoom({ ...size, ...alice });
  room.application.routes.go({ name: 'reader', bookId: room.bookId });
  await shows('.opening-words');
  await picture();
  answer.reject(new TypeError('network'));
  await shows('[role=alert]');
  await picture('failed');
});

look('asleep', async (size, picture) => {
  const { application, bridge } = await runApplication({ size, books: [alice] });
  const { session } = application.state.getState();
  await shows('.entry-title');
  const asleep = async () => {
    bridge.emit('power.sleep', {});
    await shows('.sleep-page');
  };
  await asleep();
  await picture();
  bridge.emit('power.wake', {});
  await session.settings.changeScreen({ sleepPage: 'passage' });
  const times = { createTime: 1, editTimes: { style: 1, colorStyle: 1 } };
  await session.database.marks.put({
    ...{ bookmarkId: 'b_0_1_0-9', bookId: 'b_0', bookVersion: 1, chapterUid: 1, start: 0, end: 9, ...times },
    ...{ type: 1, style: 0, colorStyle: 0 },
    markText:
      'There was nothing so very remarkable in that; nor did Alice think it so very much out of the way to hear the Rabbit say to itself, “Oh dear! Oh dear! I shall be late!”',
  });
  await asleep();
  await shows('.sleep-page-passage');
  await picture('passage');
});
