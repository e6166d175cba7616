// Random access to a file's bytes: small files are read into memory once, as every read of a Blob asks another process;
// large ones are read in slices.

export interface ByteSource {
  readonly size: number;
  /** The bytes from `start` to before `end`, fewer at the file's end. */
  read(start: number, end: number): Promise<Uint8Array<ArrayBuffer>>;
}

const inMemory = 12 * 1024 * 1024;

export async function openBytes(file: Blob): Promise<ByteSource> {
  if (file.size > inMemory) {
    return {
      size: file.size,
      read: async (start, end) => new Uint8Array(await file.slice(start, end).arrayBuffer()),
    };
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  return { size: file.size, read: (start, end) => Promise.resolve(bytes.subarray(start, end)) };
}

export function viewOf(bytes: Uint8Array<ArrayBuffer>): DataView<ArrayBuffer> {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
