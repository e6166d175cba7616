// How large a book may be. Generous for real books, far below what would hurt a small machine.

export const importLimits = {
  /** The file as uploaded. */
  fileBytes: 512 * 1024 * 1024,
  /** Entries of the archive. */
  entries: 20_000,
  /** All entries unpacked. */
  unpackedBytes: 2 * 1024 * 1024 * 1024,
  /** Unpacked to packed, for archives that unpack to more than `ratioFromBytes`. */
  ratio: 200,
  ratioFromBytes: 64 * 1024 * 1024,
  /** container.xml, package document, contents. */
  packageBytes: 16 * 1024 * 1024,
  /** One chapter's markup. */
  chapterBytes: 64 * 1024 * 1024,
  /** All chapters' markup. */
  markupBytes: 512 * 1024 * 1024,
  spineItems: 10_000,
  tocEntries: 20_000,
  coverBytes: 32 * 1024 * 1024,
  /** Pictures of a book that is made an EPUB. */
  pictures: 10_000,
  /** Of those that are in memory together. */
  pictureBytes: 256 * 1024 * 1024,
  /** Pixels of a cover before it is made smaller. */
  coverPixels: 100_000_000,
  coverSeconds: 20,
  /** The largest real books take one or two. */
  parseSeconds: 120,
  /** Memory of the thread that parses, without the bytes of the file. */
  parseMegabytes: 1024,
  /** Buffers of that thread, with the bytes of the file. */
  bufferBytes: 1024 * 1024 * 1024,
  /** Pixels of one picture of a PDF; an A4 page scanned at 600 dots an inch has 35 million. */
  picturePixels: 50_000_000,
  /** Uploads that one reader may have reserved and not finished. */
  openUploads: 500,
  openUploadBytes: 8 * 1024 * 1024 * 1024,
} as const;
