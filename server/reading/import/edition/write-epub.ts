// Writes a draft as an EPUB 3 file that every reader opens. The same draft gives the same bytes.

import { rmSync } from 'node:fs';
import type { BookDraft } from '../../../../api/edition/book-draft.ts';
import { editionFiles } from '../../../../api/edition/edition-files.ts';
import { type WrittenFile, ZipWriter } from './zip-writer.ts';

/** `path` must not exist yet; nothing is left there when it fails. `id` names the book when it has no name of its own. */
export async function writeEpub(draft: BookDraft, path: string, id: string): Promise<WrittenFile> {
  const zip = new ZipWriter(path);
  try {
    zip.add('mimetype', Buffer.from('application/epub+zip'), { store: true });
    for (const { path: name, content } of editionFiles(draft, id)) {
      if ('text' in content) zip.add(name, Buffer.from(content.text()));
      else {
        const store = /^(image\/(?!svg)|audio|video)/.test(content.file.mediaType);
        zip.add(name, await content.file.read(), { store });
      }
    }
    return zip.finish();
  } catch (error) {
    zip.close();
    rmSync(path, { force: true });
    throw error;
  }
}
