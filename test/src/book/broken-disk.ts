// Books on a disk that fails while they are read: put in place of `DecompressionStream`, by which their parts are unpacked.

const Unpacking = globalThis.DecompressionStream;

/** It stops answering. */
export class Stuck extends Unpacking {
  override get readable(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return new ReadableStream();
  }
}

/** It fails at once. */
export class Broken extends Unpacking {
  override get readable(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return new ReadableStream({ start: (controller) => controller.error(new Error('The disk is broken.')) });
  }
}

/** It fails as often, and is well again. */
export function brokenFor(reads: number): typeof DecompressionStream {
  let left = reads;
  return new Proxy(Unpacking, { construct: (_, [format]) => new (left-- > 0 ? Broken : Unpacking)(format) });
}

/** It answers once it is told to come. */
export function slowDisk(): { Slow: typeof DecompressionStream; come: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  class Slow extends Unpacking {
    override get readable(): ReadableStream<Uint8Array<ArrayBuffer>> {
      return super.readable.pipeThrough(new TransformStream({ start: () => promise }));
    }
  }
  return { Slow, come: resolve };
}
