// Reads the names of entries in a ZIP archive: once for service and client, which have to find the same parts by them.

import { decoderOf } from '../text-decoder.ts';

/** Bit 11 of an entry's flags: its name is in UTF-8. Tools set it wrongly too. */
const saysUtf8 = 0x800;
/** Id of the extra field with the name in UTF-8, for tools that wrote another one where old readers look. */
const unicodePath = 0x7075;

const utf8 = decoderOf('utf-8', { fatal: true });

/** What the bytes from 0x80 on mean in code page 437. */
const cp437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

/**
 * The name by the strongest word there is for it: UTF-8 where the flag says so and it is; else the extra field that repeats
 * the name in UTF-8, if its checksum is that of the name it stands for; else UTF-8 if it can be, as EPUB demands it and
 * tools forget the flag; else a letter for each byte. Which letters those are nobody says. They are those of code page 437,
 * which is ZIP's own and agrees with what Windows packs by in most letters of Western Europe. Between folders stands "/".
 * `flags` are the entry's, `extra` its extra fields as they stand in the directory.
 */
export function decodeEntryName(bytes: Uint8Array, flags: number, extra: Uint8Array): string {
  if (extra.length === 0 || (flags & saysUtf8) !== 0) return asUtf8(bytes) ?? inUnicode(bytes, extra) ?? byBytes(bytes);
  return inUnicode(bytes, extra) ?? decodeWrittenName(bytes);
}

/** The same without flags and extra fields, which may differ between the directory and the place where the entry lies. */
export function decodeWrittenName(bytes: Uint8Array): string {
  return asUtf8(bytes) ?? byBytes(bytes);
}

function asUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes).replaceAll('\\', '/');
  } catch {
    // Bytes that no UTF-8 has: the name is in something else.
    return undefined;
  }
}

/**
 * The sign of Windows between folders is also the second byte of some letters in the code pages of East Asia, whose first
 * byte is never ASCII: bytes from 0x80 on are taken together with the one behind them. Where it is half a letter it is
 * written as another sign: archives with the name in them that are made of this one are read by strict programs too.
 */
function byBytes(bytes: Uint8Array): string {
  let name = '';
  for (const byte of bytes) name += byte < 0x80 ? String.fromCharCode(byte) : cp437[byte - 0x80];
  return name.replace(/[\u0080-\uffff].|\\/gs, (found) => (found === '\\' ? '/' : found.replace('\\', '\u29f5')));
}

function inUnicode(bytes: Uint8Array, extra: Uint8Array): string | undefined {
  for (let at = 0; at + 4 <= extra.length; ) {
    const end = at + 4 + word(extra, at + 2);
    if (word(extra, at) === unicodePath && end <= extra.length) {
      // A version, of which there is only the first, the checksum, and the name.
      const isOurs = end >= at + 9 && extra[at + 4] === 1 && long(extra, at + 5) === crc32(bytes);
      return isOurs ? asUtf8(extra.subarray(at + 9, end)) : undefined;
    }
    at = end;
  }
  return undefined;
}

const word = (bytes: Uint8Array, at: number) => (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
const long = (bytes: Uint8Array, at: number) => (word(bytes, at) | (word(bytes, at + 2) << 16)) >>> 0;

/** Bit by bit: only few archives have such a field, and names are short. */
function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}
