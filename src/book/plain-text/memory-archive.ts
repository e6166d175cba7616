// An edition of a draft as an archive in memory, so that a text is read by the same engine as an EPUB. Files are made
// when they are asked for.

import type { BookDraft } from '../../../api/edition/book-draft.ts';
import { editionFiles } from '../../../api/edition/edition-files.ts';
import type { ZipArchive } from '../archive/zip-archive.ts';
import { BookError } from '../book.ts';

export function memoryArchive(draft: BookDraft, id: string): ZipArchive {
  const files = new Map(editionFiles(draft, id).map(({ path, content }) => [path, content]));
  const lengths = new Map(draft.chapters.map((chapter, index) => [index, chapter.body.length]));
  const chapterOf = (name: string) => Number(/\/c(\d+)\.xhtml$/.exec(name)?.[1] ?? 0) - 1;
  const bytes = async (name: string): Promise<Uint8Array<ArrayBuffer>> => {
    const content = files.get(name);
    if (!content) throw new BookError('damaged', `The book lacks its part “${name}”.`);
    if ('text' in content) return new TextEncoder().encode(content.text());
    return new Uint8Array(await content.file.read());
  };
  return {
    names: [...files.keys()],
    find: (path) => (files.has(path) ? path : undefined),
    size: (name) => lengths.get(chapterOf(name)) ?? 0,
    bytes,
    blob: async (name, type) => new Blob([await bytes(name)], { type }),
  };
}
