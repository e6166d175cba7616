// The shape between every format that is no EPUB and the EPUB edition that is written of it: facts, chapters as XHTML,
// and the files that those show.

import type { BookMetadata } from './book-metadata.ts';

export interface DraftChapter {
  /** Empty for one that the contents do not name. */
  title: string;
  /** 1 is the outermost. */
  level: number;
  /** The inside of `body`: well-formed XHTML without scripts or references to anywhere but the draft's own files. */
  body: string;
  /** Places inside that the contents name; `id` stands in the body. */
  anchors?: { title: string; level: number; id: string }[];
  /** Pixels, for a page of fixed layout. */
  viewport?: { width: number; height: number };
}

export interface DraftFile {
  /** Beside the chapters, as their bodies name it: `images/1.jpg`. */
  path: string;
  mediaType: string;
  /** Asked for once, when it is written; a book's pictures need not be in memory together. */
  read(): Uint8Array | Promise<Uint8Array>;
}

export interface BookDraft {
  metadata: BookMetadata;
  direction: 'ltr' | 'rtl';
  chapters: DraftChapter[];
  files: DraftFile[];
  /** Path of the file that is the cover. */
  cover?: string;
}
