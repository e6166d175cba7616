// The thread that makes chapters of a text: millions of characters are more than the page has time for. One text for
// each thread.

import type { BookDraft } from '../../../api/edition/book-draft.ts';
import { decodeMarkup } from '../../../api/edition/decode-markup.ts';
import { decodeText } from '../../../api/edition/decode-text.ts';
import { draftOfMarkdown } from '../../../api/edition/markdown-draft.ts';
import { draftOfPage } from '../../../api/edition/page-draft.ts';
import { draftOfText } from '../../../api/edition/text-draft.ts';

export interface TextRequest {
  kind: 'txt' | 'md' | 'html';
  bytes: Uint8Array<ArrayBuffer>;
  /** UTF-16 units of markup that the text may unfold to. */
  longest: number;
}

/** `undefined`: it unfolds to more than is allowed. */
export type TextReply = Omit<BookDraft, 'files'> | undefined;

self.onmessage = ({ data }: MessageEvent<TextRequest>) => {
  self.postMessage(draftOf(data) satisfies TextReply);
};

function draftOf({ kind, bytes, longest }: TextRequest): TextReply {
  if (kind === 'html') return draftOfPage(decodeMarkup(bytes), inlinePicture);
  const { text } = decodeText(bytes);
  const draft = kind === 'txt' ? draftOfText(text) : draftOfMarkdown(text, longest);
  if (!draft) return undefined;
  const { metadata, direction, chapters } = draft;
  return { metadata, direction, chapters };
}

/** A page without its folder has only the pictures that it carries in itself. */
function inlinePicture(address: string): string | undefined {
  return /^data:image\/(?:jpeg|png|gif|webp|avif);base64,/i.test(address) ? address : undefined;
}
