// The worker that prepares pictures: decodes, brings to size, dithers, and answers with a picture again. One at a time.

import { type DitherMethod, dither } from './dither.ts';

export interface DitherRequest {
  id: number;
  image: Blob;
  /** Pixels of the panel. */
  width: number;
  height: number;
  greys: number;
  method: DitherMethod;
  /** cover: cut to the shape. fill: stretched to it, for pictures that have it already. */
  fit: 'cover' | 'fill';
}

/** Pixels that are drawn already; their memory is handed over, and comes back with the answer. */
export interface DrawingRequest extends Pick<DitherRequest, 'id' | 'width' | 'height' | 'greys' | 'method'> {
  pixels: Uint8ClampedArray<ArrayBuffer>;
}

export type DitherReply =
  | { id: number; image: Blob }
  | { id: number; pixels: Uint8ClampedArray<ArrayBuffer> }
  | { id: number; failure: string };

async function prepare({ image, width, height, greys, method, fit }: DitherRequest): Promise<Blob> {
  const bitmap = await createImageBitmap(image);
  try {
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('There is no room for the picture.');
    context.imageSmoothingQuality = 'high';
    const scale = Math.max(width / bitmap.width, height / bitmap.height);
    const across = fit === 'cover' ? width / scale : bitmap.width;
    const down = fit === 'cover' ? height / scale : bitmap.height;
    const left = (bitmap.width - across) / 2;
    const top = (bitmap.height - down) / 2;
    context.drawImage(bitmap, left, top, across, down, 0, 0, width, height);
    const pixels = context.getImageData(0, 0, width, height);
    dither(pixels, greys, method);
    context.putImageData(pixels, 0, 0);
    return await canvas.convertToBlob({ type: 'image/png' });
  } finally {
    bitmap.close();
  }
}

/** The page's `self` is a window; this one is not. */
const worker = self as unknown as {
  onmessage: ((event: MessageEvent<DitherRequest | DrawingRequest>) => void) | null;
  postMessage(reply: DitherReply, transfer?: Transferable[]): void;
};

async function answer(request: DitherRequest | DrawingRequest): Promise<void> {
  const { id, width, height, greys, method } = request;
  if ('image' in request) {
    worker.postMessage({ id, image: await prepare(request) });
    return;
  }
  const { pixels } = request;
  dither({ data: pixels, width, height }, greys, method);
  worker.postMessage({ id, pixels }, [pixels.buffer]);
}

let last: Promise<void> = Promise.resolve();
worker.onmessage = ({ data }) => {
  last = last.then(() =>
    answer(data).catch((error: unknown) => worker.postMessage({ id: data.id, failure: String(error) })),
  );
};
