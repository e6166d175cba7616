// Decodes a web page: by its mark, then by what it says of itself, then by how it looks.

import { decodeText } from './decode-text.ts';
import { decoderOf } from './text-decoder.ts';

/** Never fails: what no encoding fits is read as the likeliest, with U+FFFD for what remains. */
export function decodeMarkup(bytes: Uint8Array): string {
  const hasMark = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const head = decoderOf('latin1').decode(bytes.subarray(0, 2048));
  const said = /(?:charset|encoding)\s*=\s*["']?\s*([\w.:-]{2,40})/i.exec(head)?.[1];
  if (said && !hasMark) {
    try {
      return decoderOf(said, { fatal: true }).decode(bytes);
    } catch {
      // Said wrongly, or a name that nobody knows: it is looked at instead.
    }
  }
  return decodeText(bytes).text;
}
