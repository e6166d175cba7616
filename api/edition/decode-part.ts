// Turns the bytes of a markup or style part of a book into text, by byte order mark, XML declaration, or UTF-8: once for
// service and client, whose offsets into it have to agree.

import { decoderOf } from './text-decoder.ts';

const replaced = '\ufffd';

/** Never throws: what cannot be decoded becomes U+FFFD. */
export function decodePart(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  const text = decoderOf(encoding).decode(bytes);
  return encoding === 'utf-8' && isOther(text) ? decoderOf('windows-1252').decode(bytes) : text;
}

/** Called UTF-8 but written in one byte a letter, as most of what is no ASCII makes no sense. */
function isOther(text: string): boolean {
  if (!text.includes(replaced)) return false;
  let wrong = 0;
  let right = 0;
  for (const [letters] of text.matchAll(/[\u0080-\u{10ffff}]+/gu)) {
    const bad = letters.split(replaced).length - 1;
    wrong += bad;
    right += letters.length - bad;
  }
  return wrong > right;
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0 && bytes[1] === 0x3c) return 'utf-16be';
  if (bytes[0] === 0x3c && bytes[1] === 0) return 'utf-16le';
  const head = decoderOf('windows-1252').decode(bytes.subarray(0, 200));
  const label = /^(?:ï»¿)?<\?xml[^>]*\bencoding\s*=\s*["']([\w-]+)["']/.exec(head)?.[1] ?? 'utf-8';
  try {
    const { encoding } = decoderOf(label);
    // A declaration that can be read byte by byte stands in no text of two bytes a letter.
    return encoding.startsWith('utf-16') ? 'utf-8' : encoding;
  } catch {
    // An encoding that nobody knows: EPUB allows only UTF-8 and UTF-16 anyway.
    return 'utf-8';
  }
}
