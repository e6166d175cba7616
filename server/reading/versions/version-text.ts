// The chapters of one version of a book with their texts.

import { readChapterTexts } from '../books/chapter-texts.ts';
import type { Db } from '../reading.ts';
import type { VersionChapter } from './place-finder.ts';

const chaptersAtOnce = 200;

/** Chapters whose text is not kept have an empty one. */
export async function readVersion(db: Db, bookId: string, version: number): Promise<VersionChapter[]> {
  const file = await db
    .selectFrom('book_versions')
    .select('file_sha256')
    .where('book_id', '=', bookId)
    .where('version', '=', version)
    .executeTakeFirst();
  const rows = await db
    .selectFrom('chapters')
    .select(['chapter_uid', 'title', 'files'])
    .where('book_id', '=', bookId)
    .where('version', '=', version)
    .orderBy('chapter_idx')
    .execute();
  const chapters: VersionChapter[] = [];
  for (let at = 0; at < rows.length; at += chaptersAtOnce) {
    const some = rows.slice(at, at + chaptersAtOnce);
    const uids = some.map((row) => row.chapter_uid);
    const texts = await readChapterTexts(db, file?.file_sha256 ?? '', uids);
    for (const row of some) {
      const [path = ''] = JSON.parse(row.files) as string[];
      chapters.push({
        uid: row.chapter_uid,
        title: row.title,
        file: path,
        text: texts.get(row.chapter_uid)?.text ?? '',
      });
    }
  }
  return chapters;
}

/** Versions that were asked for are kept as long as this is: one run of a job. */
export class VersionTexts {
  readonly #db: Db;
  readonly #bookId: string;
  readonly #known = new Map<number, Promise<Map<number, VersionChapter>>>();

  constructor(db: Db, bookId: string) {
    this.#db = db;
    this.#bookId = bookId;
  }

  of(version: number): Promise<Map<number, VersionChapter>> {
    const known = this.#known.get(version);
    if (known) return known;
    const read = readVersion(this.#db, this.#bookId, version).then(
      (chapters) => new Map(chapters.map((chapter) => [chapter.uid, chapter])),
    );
    this.#known.set(version, read);
    return read;
  }
}
