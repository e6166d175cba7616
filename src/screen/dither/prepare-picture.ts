// Asks the worker for pictures in the panel's greys. The worker is started with the first picture; one that dies fails
// what waits for it, and the next picture starts another.

import type { DitherReply, DitherRequest, DrawingRequest } from './dither-worker.ts';

export type PictureWish = Omit<DitherRequest, 'id' | 'method'>;

/** With so few greys, errors that wander make worms. */
const fewGreys = 4;
/** A picture larger than any panel is a mistake of whoever asks. */
const mostPixels = 16_000_000;

type Reply = Exclude<DitherReply, { failure: string }>;

let worker: Worker | undefined;
let lastId = 0;
const waiting = new Map<number, { resolve: (reply: Reply) => void; reject: (error: Error) => void }>();

/** Rejects for what is no picture. */
export async function preparePicture(wish: PictureWish): Promise<Blob> {
  const reply = await ask(wish);
  if (!('image' in reply)) throw new TypeError('The worker answered something else.');
  return reply.image;
}

/** The same for pixels; they are handed over and are gone here. */
export async function prepareDrawing({ data, width, height }: ImageData, greys: number): Promise<ImageData> {
  const pixels = data as Uint8ClampedArray<ArrayBuffer>;
  const reply = await ask({ pixels, width, height, greys }, [pixels.buffer]);
  if (!('pixels' in reply)) throw new TypeError('The worker answered something else.');
  return new ImageData(reply.pixels, width, height);
}

type Wish = PictureWish | Omit<DrawingRequest, 'id' | 'method'>;

function ask(wish: Wish, transfer: Transferable[] = []): Promise<Reply> {
  const { width, height, greys } = wish;
  if (!(width >= 1 && height >= 1 && width * height <= mostPixels)) {
    return Promise.reject(new Error('A picture of that size cannot be prepared.'));
  }
  const id = ++lastId;
  worker ??= startWorker();
  const request: DitherRequest | DrawingRequest = { ...wish, id, method: greys <= fewGreys ? 'noise' : 'error' };
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    worker?.postMessage(request, transfer);
  });
}

function startWorker(): Worker {
  const started = new Worker(new URL('./dither-worker.ts', import.meta.url), { type: 'module' });
  started.onmessage = ({ data }: MessageEvent<DitherReply>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if ('failure' in data) asked?.reject(new Error(data.failure));
    else asked?.resolve(data);
  };
  started.onerror = (event) => {
    event.preventDefault();
    started.terminate();
    worker = undefined;
    for (const { reject } of waiting.values()) reject(new Error('Pictures cannot be prepared any more.'));
    waiting.clear();
  };
  return started;
}
