// Reads a plain text as a draft.

import { readFile } from 'node:fs/promises';
import type { BookDraft } from '../../../../api/edition/book-draft.ts';
import { decodeText } from '../../../../api/edition/decode-text.ts';
import { draftOfText } from '../../../../api/edition/text-draft.ts';

export async function readTextBook(path: string): Promise<BookDraft> {
  return draftOfText(decodeText(await readFile(path)).text);
}
