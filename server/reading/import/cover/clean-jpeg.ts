// Takes a JPEG apart into its segments and leaves out what is not the picture: comments, and what cameras and programs
// note. Making such a picture anew would cost ten times as much and show the same.

import { pictureFacts } from '../formats/picture-facts.ts';

export interface CleanJpeg {
  bytes: Buffer;
  width: number;
  height: number;
}

/** Undefined for what is no whole JPEG in the usual colours, or has to be turned. */
export function cleanJpeg(given: Uint8Array): CleanJpeg | undefined {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.length);
  const facts = pictureFacts(bytes);
  if (facts?.mediaType !== 'image/jpeg' || facts.width === 0 || facts.height === 0) return undefined;
  if (bytes.readUInt16BE(bytes.length - 2) !== 0xffd9) return undefined;
  const kept: Buffer[] = [bytes.subarray(0, 2)];
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] as number;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length) return undefined;
    const segment = bytes.subarray(at, end);
    // Start of the picture's data, which goes to the end.
    if (marker === 0xda)
      return { bytes: Buffer.concat([...kept, bytes.subarray(at)]), width: facts.width, height: facts.height };
    // Orientation stands in APP1, colours that need a profile in APP2, and inverted CMYK in APP14.
    if (marker === 0xe1 || marker === 0xe2 || marker === 0xee) return undefined;
    const isNote = (marker > 0xe0 && marker <= 0xef) || marker === 0xfe;
    if (!isNote) kept.push(segment);
    at = end;
  }
  return undefined;
}
