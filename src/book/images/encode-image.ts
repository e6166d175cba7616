// Pictures that were drawn, as files. A worker encodes them: on the page's own thread the browser leaves that to idle
// time, which does not come for a second and more where nothing moves (docs/decisions/spare-time-without-idle-callbacks.md).

import type { EncodingReply, EncodingRequest } from './encode-worker.ts';

let worker: Worker | undefined;
let lastId = 0;
const waiting = new Map<number, { resolve: (image: Blob) => void; reject: (error: Error) => void }>();

/**
 * `bitmap` is handed over, and is gone here. `quality`: 0 to 1, for types that lose something. Rejects where there is no
 * room.
 */
export function encodeImage(bitmap: ImageBitmap, type = 'image/png', quality?: number): Promise<Blob> {
  const id = ++lastId;
  worker ??= startWorker();
  const asked = worker;
  return new Promise((resolve, reject) => {
    asked.postMessage({ id, bitmap, type, quality } satisfies EncodingRequest, [bitmap]);
    waiting.set(id, { resolve, reject });
  });
}

function startWorker(): Worker {
  const started = new Worker(new URL('./encode-worker.ts', import.meta.url), { type: 'module' });
  started.onmessage = ({ data }: MessageEvent<EncodingReply>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if ('failure' in data) asked?.reject(new Error(data.failure));
    else asked?.resolve(data.image);
  };
  started.onerror = (event) => {
    event.preventDefault();
    started.terminate();
    // The next picture tries with a new one.
    worker = undefined;
    for (const { reject } of waiting.values()) reject(new Error('Pictures cannot be encoded any more.'));
    waiting.clear();
  };
  return started;
}
