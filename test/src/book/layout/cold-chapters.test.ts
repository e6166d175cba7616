// A chapter that nothing prepared is one paint as well: whatever it shows has come, and has its size, before it is seen.

import { expect, it } from 'vitest';
import { afterPaint } from '../../../../src/book/after-paint.ts';
import { openBook } from '../../../../src/book/open-book.ts';
import { calm, damagedFrames } from '../../reader/damaged-frames.ts';
import { tone } from '../../reader/narration/spoken-book.ts';
import { buildEpub, page, prose } from '../build-zip.ts';
import { makeContainer, plainStyle } from '../reading-style.ts';

/** Large enough that reading and decoding it takes longer than a frame. */
async function noise(width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
  const pixels = context.createImageData(width, height);
  let random = 1;
  for (let n = 0; n < pixels.data.length; n++) {
    random = (random * 48_271) % 2_147_483_647;
    pixels.data[n] = n % 4 === 3 ? 255 : random & 255;
  }
  context.putImageData(pixels, 0, 0);
  return new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })).arrayBuffer());
}

async function film(): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = document.createElement('canvas');
  canvas.width = 320;
  canvas.height = 240;
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: 'video/webm;codecs=vp8' });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const stopped = new Promise((resolve) => {
    recorder.onstop = resolve;
  });
  recorder.start();
  for (let n = 0; n < 20; n++) {
    context.fillStyle = `rgb(${n * 10} 100 100)`;
    context.fillRect(0, 0, 320, 240);
    await afterPaint();
  }
  recorder.stop();
  await stopped;
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

const kinds: [string, string, string?][] = [
  ['picture', '<img src="PIC" alt="" style="width: 100%"/>'],
  ['background', '<div class="b" style="height: 60vh"></div>', '.b { background: url(PIC) }'],
  ['background of its own', '<div style="height: 60vh; background-image: url(PIC)"></div>'],
  ['large background', '<div class="b" style="height: 60vh"></div>', '.b { background: url(LARGE) }'],
  ['list', '<ul><li>one</li><li>two</li></ul>', 'li { list-style-image: url(PIC) }'],
  ['content', '<h1>Title</h1>', 'h1::before { content: url(PIC) }'],
  ['border', '<p class="f">Framed</p>', '.f { border: 30px solid; border-image: url(PIC) 30 }'],
  ['object', '<object data="PIC" type="image/jpeg">none</object>'],
  ['embed', '<embed src="PIC" type="image/jpeg"/>'],
  ['page', '<iframe src="inner.xhtml" style="width: 400px; height: 300px"></iframe>'],
  ['drawing', '<svg width="300" height="300"><image href="PIC" width="300" height="300"/></svg>'],
  ['drawing of its own', '<img src="d.svg" alt=""/>'],
];
const media: typeof kinds = [
  ['frame of a drawing', '<svg width="300" height="99"><iframe src="inner.xhtml"/><video src="film.webm"/></svg>'],
  ['film', '<video src="film.webm"></video>'],
  ['cover', '<video poster="PIC"></video>'],
  ['missing film', '<video src="none.mp4"></video>'],
  ['sound', '<audio src="sound.wav"></audio>'],
];

it('of pictures that only styles name, objects, embedded pages and films', async () => {
  const container = makeContainer();
  const chapters = [
    { name: 'first.xhtml', data: page(prose(3)) },
    { name: 'pad.xhtml', data: page(prose(3, 'q')) },
  ];
  const parts: { name: string; data: Uint8Array<ArrayBuffer> | string }[] = [
    { name: 'O/inner.xhtml', data: page('<p>Inner</p><img src="inner.jpg" alt=""/>') },
    { name: 'O/film.webm', data: await film() },
    { name: 'O/sound.wav', data: tone(1) },
    { name: 'O/inner.jpg', data: await noise(400, 300) },
    {
      name: 'O/d.svg',
      data: '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200" fill="grey"/></svg>',
    },
  ];
  const large = await noise(1600, 2000);
  for (const [n, [, body, css = '']] of [...kinds, ...media].entries()) {
    const named = (text: string) => text.replaceAll('PIC', `p${n}.jpg`).replaceAll('LARGE', `l${n}.jpg`);
    parts.push({ name: `O/p${n}.jpg`, data: await noise(600, 400 + n) });
    if (css.includes('LARGE')) parts.push({ name: `O/l${n}.jpg`, data: large });
    chapters.push({ name: `k${n}.xhtml`, data: page(named(body) + prose(3, `k${n}`), `<style>${named(css)}</style>`) });
    for (const pad of 'ab') chapters.push({ name: `${pad}${n}.xhtml`, data: page(prose(3, `${pad}${n}`)) });
  }
  const book = await openBook(await buildEpub(chapters, { parts, listed: true }), { container });
  const view = await book.show(container, plainStyle);
  await calm();
  const counted = await damagedFrames(
    [...kinds, ...media].map(([name], n) => [
      name,
      async () => {
        const { failed } = await view.goTo({ section: 2 + 3 * n, offset: 0 });
        expect(failed, name).toBeFalsy();
      },
    ]),
  );
  expect(counted.slice(0, kinds.length).filter(([, frames]) => frames !== 1)).toEqual([]);
  // A film comes in a layer of its own, and the browser's buttons in a moment of theirs; its wheel would be eighty.
  expect(counted.slice(kinds.length).filter(([, frames]) => frames > 6)).toEqual([]);
  book.close();
  container.remove();
});
