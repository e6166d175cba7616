// Opens plain text, Markdown and single web pages: the same edition is made of them as the service makes, and read by
// the engine for EPUB. Places in one are places in the other.

import type { BookDraft } from '../../../api/edition/book-draft.ts';
import { decodeMarkup } from '../../../api/edition/decode-markup.ts';
import { decodeText } from '../../../api/edition/decode-text.ts';
import { draftOfMarkdown } from '../../../api/edition/markdown-draft.ts';
import { draftOfPage } from '../../../api/edition/page-draft.ts';
import { draftOfText } from '../../../api/edition/text-draft.ts';
import { type Book, BookError } from '../book.ts';
import { type OpenOptions, openArchive } from '../open-book.ts';
import { memoryArchive } from './memory-archive.ts';

export type TextKind = 'txt' | 'md' | 'html';

/** Far beyond any book, and little enough to be held several times over. */
const longest = 128 * 1024 * 1024;

/** `name`: the file's own, which is the title of a text that does not say another. */
export async function openText(file: Blob, kind: TextKind, name: string, options: OpenOptions = {}): Promise<Book> {
  if (file.size > longest) throw new BookError('unsupported', 'The text is too long to be read here.');
  const draft = draftOf(new Uint8Array(await file.arrayBuffer()), kind);
  draft.metadata.title ||= name.replace(/\.[^.]{1,12}$/, '');
  return openArchive(memoryArchive(draft, ''), options);
}

function draftOf(bytes: Uint8Array, kind: TextKind): BookDraft {
  if (kind === 'html') return { ...draftOfPage(decodeMarkup(bytes), inlinePicture), files: [] };
  const { text } = decodeText(bytes);
  if (kind === 'txt') return draftOfText(text);
  const draft = draftOfMarkdown(text, longest);
  if (!draft) throw new BookError('unsupported', 'The text unpacks to more than can be read here.');
  return draft;
}

/** A page without its folder has only the pictures that it carries in itself. */
function inlinePicture(address: string): string | undefined {
  return /^data:image\/(?:jpeg|png|gif|webp|avif);base64,/i.test(address) ? address : undefined;
}
