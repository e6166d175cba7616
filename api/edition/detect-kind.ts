// Tells what kind of book a file is from its first bytes, or from the names in an archive. The file's own name is asked
// only where content says nothing: Markdown is text like any other.

import { decodeText } from './decode-text.ts';
import { partFinder } from './parts/find-part.ts';
import { containerPath } from './parts/leading-folder.ts';
import { decoderOf } from './text-decoder.ts';

/** Bytes of a file's beginning that say what it is. */
export const headBytes = 4096;

export type HeadKind = 'zip' | 'pdf' | 'mobi' | 'fb2' | 'html' | 'md' | 'txt';
export type ArchiveKind = 'epub' | 'docx' | 'fb2' | 'html' | 'cbz';

/** Why a file cannot be read, in a sentence for the reader. */
export interface Refused {
  refused: string;
}

/** What else people try, with what to say to them. */
const known: readonly [start: string, message: string][] = [
  ['Rar!', 'RAR archives can’t be read; pack the pictures as CBZ.'],
  ['7z\xbc\xaf', '7-Zip archives can’t be read; pack the pictures as CBZ.'],
  ['AT&TFORM', 'DjVu can’t be read; convert it to PDF.'],
  ['\xeaDRMION', 'The newest Kindle format can’t be read.'],
  ['CONT\x02', 'The newest Kindle format can’t be read.'],
  ['\xd0\xcf\x11\xe0', 'Old Word documents can’t be read; save it as DOCX.'],
  ['{\\rtf', 'RTF can’t be read; save it as DOCX.'],
  ['ITSF', 'Compiled help files can’t be read.'],
];

/** `head`: the file's first bytes, at most `headBytes`; not empty. */
export function kindOfHead(head: Uint8Array, fileName: string): HeadKind | Refused {
  const start = decoderOf('latin1').decode(head);
  if (start.startsWith('PK\x03\x04') || start.startsWith('PK\x05\x06')) return 'zip';
  if (/^[\s\S]{0,1024}%PDF-/.test(start)) return 'pdf';
  const palm = start.slice(60, 68);
  if (palm === 'BOOKMOBI' || palm === 'TEXtREAd') return 'mobi';
  const refused = known.find(([mark]) => start.startsWith(mark));
  if (refused) return { refused: refused[1] };
  const text = looksLikeText(head, start);
  if (text === undefined) return { refused: 'The file is no book that can be read.' };
  if (/<FictionBook[\s>]/.test(text)) return 'fb2';
  if (/^\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]{0,1000}?-->\s*)?<(!doctype\s+html|html|head|body)\b/i.test(text))
    return 'html';
  return looksLikeMarkdown(text) || /\.(md|markdown|mkd)$/i.test(fileName) ? 'md' : 'txt';
}

/** What a ZIP file with these entries is, or in a sentence why it is no book. Names are found as those of parts are. */
export function kindOfArchive(names: readonly string[]): ArchiveKind | Refused {
  const find = partFinder(new Set(names));
  if (find(containerPath) !== undefined) return 'epub';
  if (find('word/document.xml') !== undefined) return 'docx';
  const own = names.filter((name) => !/(^|\/)(__MACOSX\/|\.)/.test(name));
  if (own.filter((name) => /\.fb2$/i.test(name)).length === 1) return 'fb2';
  if (own.some((name) => /\.(x?html?|xht)$/i.test(name))) return 'html';
  const pages = own.filter(isComicPage).length;
  if (pages > 0 && pages >= own.length / 2) return 'cbz';
  return { refused: 'The file is an archive, but no book that can be read.' };
}

/** A picture that is a page, not a system's copy or a hidden file. */
export const isComicPage = (name: string) =>
  /\.(jpe?g|png|gif|webp|avif|bmp)$/i.test(name) && !/(^|\/)(__MACOSX\/|\.)/.test(name);

/** Undefined for bytes that no text has. */
function looksLikeText(head: Uint8Array, start: string): string | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return decoderOf('utf-16le').decode(head);
  if (head[0] === 0xfe && head[1] === 0xff) return decoderOf('utf-16be').decode(head);
  if (head.includes(0)) {
    const { text, encoding } = decodeText(head);
    return encoding.startsWith('utf-16') ? text : undefined;
  }
  const controls = head.filter((byte) => byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d, 0x1a, 0x1b].includes(byte)).length;
  return controls > head.length * 0.01 ? undefined : start;
}

function looksLikeMarkdown(text: string): boolean {
  if (/^(\ufeff|\xef\xbb\xbf)?---[ \t]*\r?\n[\s\S]{0,3000}?\n(---|\.\.\.)[ \t]*\r?\n/.test(text)) return true;
  const headings = text.match(/^#{1,6} \S/gm)?.length ?? 0;
  const others =
    text.match(/^(```|\* \S|- \S|> \S|\d+\. \S)|\[[^\]\n]{1,80}\]\([^)\n]{1,200}\)|\*\*[^*\n]{1,80}\*\*/gm)?.length ??
    0;
  return headings > 1 || (headings > 0 && others > 0);
}
