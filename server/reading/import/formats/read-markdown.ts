// Reads Markdown as a draft.

import { readFile } from 'node:fs/promises';
import type { BookDraft } from '../../../../api/edition/book-draft.ts';
import { decodeText } from '../../../../api/edition/decode-text.ts';
import { draftOfMarkdown } from '../../../../api/edition/markdown-draft.ts';
import { AppError } from '../../../../api/errors.ts';
import { importLimits as limits } from '../limits.ts';

export async function readMarkdown(path: string): Promise<BookDraft> {
  const draft = draftOfMarkdown(decodeText(await readFile(path)).text, limits.markupBytes);
  if (!draft) throw new AppError('unsafe_book', 'The text unpacks to more than is allowed.');
  return draft;
}
