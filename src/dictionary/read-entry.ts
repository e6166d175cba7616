// Splits an entry of a StarDict dictionary into its parts, each with its type. Parts that are sounds, pictures or names of
// other files are left out.

export interface EntryPart {
  /** m l text, t y phonetics, x XDXF, h HTML, g Pango, w MediaWiki, k and n other markup. */
  type: string;
  text: string;
}

const textual = new Set([...'mltgxyhwkn']);
/** Characters of one part; what is longer is cut. */
const partLimit = 200_000;

/** `types` as the dictionary says them for all entries; empty where each part says its own. */
export function readEntry(bytes: Uint8Array, types: string): EntryPart[] {
  const parts = types === '' ? namedParts(bytes) : sequencedParts(bytes, types);
  return [...parts].filter(({ type, text }) => textual.has(type) && text.trim() !== '');
}

function* namedParts(bytes: Uint8Array): Generator<EntryPart> {
  for (let at = 0; at < bytes.length; ) {
    const type = String.fromCharCode(bytes[at] ?? 0);
    const end = /[a-z]/u.test(type) ? endOfText(bytes, at + 1) : endOfSized(bytes, at + 1);
    if (end === undefined) return;
    yield { type, text: decode(bytes.subarray(at + 1, end)) };
    at = /[a-z]/u.test(type) ? end + 1 : end;
  }
}

function* sequencedParts(bytes: Uint8Array, types: string): Generator<EntryPart> {
  let at = 0;
  for (const [index, type] of [...types].entries()) {
    const last = index === types.length - 1;
    const isText = /[a-z]/u.test(type);
    // The last part needs neither an end nor a size.
    const end = last ? bytes.length : isText ? endOfText(bytes, at) : endOfSized(bytes, at);
    if (end === undefined) return;
    yield { type, text: isText ? decode(bytes.subarray(at, end)) : '' };
    at = isText ? end + 1 : end;
  }
}

function endOfText(bytes: Uint8Array, from: number): number {
  const end = bytes.indexOf(0, from);
  return end < 0 ? bytes.length : end;
}

function endOfSized(bytes: Uint8Array, from: number): number | undefined {
  if (from + 4 > bytes.length) return undefined;
  const size = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(from);
  return from + 4 + size <= bytes.length ? from + 4 + size : undefined;
}

function decode(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end)).slice(0, partLimit);
}
