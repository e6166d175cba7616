// The text of chapters as it was read at import, by the content of the file: two books with the same bytes share it.
// Must not know who may read a book; callers ask `book-access.ts` first.

import type { TextSeams } from '../import/text-seams.ts';
import type { Db, Trx } from '../reading.ts';

export interface ChapterText {
  chapterUid: number;
  /** Offsets into it count UTF-16 units. */
  text: string;
  seams: TextSeams;
}

/** Bytes of one statement stay in bounds, however long the chapters are. */
const unitsAtOnce = 1_000_000;
const rowsAtOnce = 200;

/**
 * Texts of the same file are the same, so those that are there stay: marks are offsets into them. An empty one, into which
 * there is none, gives way to what newer rules have found.
 */
export async function keepChapterTexts(trx: Trx, fileSha256: string, chapters: readonly ChapterText[]): Promise<void> {
  await keepTextsOfFiles(trx, [{ fileSha256, chapters }]);
}

/** Texts of several files in few statements. */
export async function keepTextsOfFiles(
  trx: Trx,
  files: readonly { fileSha256: string; chapters: readonly ChapterText[] }[],
): Promise<void> {
  const all = files.flatMap(({ fileSha256, chapters }) => chapters.map((chapter) => ({ fileSha256, chapter })));
  for (let at = 0; at < all.length; ) {
    const first = at;
    for (let units = 0; at < all.length && at - first < rowsAtOnce && units < unitsAtOnce; at++) {
      units += all[at]?.chapter.text.length ?? 0;
    }
    const rows = all.slice(first, at).map(({ fileSha256, chapter: { chapterUid, text, seams } }) => ({
      file_sha256: fileSha256,
      chapter_uid: chapterUid,
      text,
      seams: JSON.stringify([seams.blocks, seams.lines, seams.asides]),
    }));
    await trx
      .insertInto('chapter_texts')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['file_sha256', 'chapter_uid'])
          .doUpdateSet((row) => ({ text: row.ref('excluded.text'), seams: row.ref('excluded.seams') }))
          .where('chapter_texts.text', '=', '')
          .where('excluded.text', '!=', ''),
      )
      .execute();
  }
}

/** Those of the named chapters that have a text. */
export async function readChapterTexts(
  db: Db | Trx,
  fileSha256: string,
  chapterUids: readonly number[],
): Promise<Map<number, ChapterText>> {
  if (chapterUids.length === 0) return new Map();
  const rows = await db
    .selectFrom('chapter_texts')
    .select(['chapter_uid', 'text', 'seams'])
    .where('file_sha256', '=', fileSha256)
    .where('chapter_uid', 'in', [...chapterUids])
    .execute();
  return new Map(rows.map((row) => [row.chapter_uid, chapterText(row)]));
}

/** Single chapters of several files, those that have a text. */
export async function readChaptersOfFiles(
  db: Db | Trx,
  wanted: readonly { sha256: string; chapterUid: number }[],
): Promise<{ sha256: string; chapter: ChapterText }[]> {
  if (wanted.length === 0) return [];
  const rows = await db
    .selectFrom('chapter_texts')
    .select(['file_sha256', 'chapter_uid', 'text', 'seams'])
    .where((where) =>
      where.or(
        wanted.map(({ sha256, chapterUid }) => where('file_sha256', '=', sha256).and('chapter_uid', '=', chapterUid)),
      ),
    )
    .execute();
  return rows.map((row) => ({ sha256: row.file_sha256, chapter: chapterText(row) }));
}

function chapterText(row: { chapter_uid: number; text: string; seams: string }): ChapterText {
  const [blocks = [], lines = [], asides = []] = JSON.parse(row.seams) as number[][];
  return { chapterUid: row.chapter_uid, text: row.text, seams: { blocks, lines, asides } };
}
