// `/book/search`: words in a book with where they stand, or one passage that is to be found again.

import type { books } from '../../../api/books.ts';
import { AppError } from '../../../api/errors.ts';
import type { Params, Reply } from '../../../api/route.ts';
import { readPhrase } from '../../base/search/phrase.ts';
import { type ListedBook, readBook } from '../books/book-access.ts';
import type { ChapterText } from '../books/chapter-texts.ts';
import { placeAfter } from '../list-place.ts';
import type { Caller, Db, Reading } from '../reading.ts';
import { findInChapters, mostHits } from './find-in-chapters.ts';
import { type ChapterFacts, locate } from './locate.ts';
import { makeSnippet } from './snippet.ts';

type Route = (typeof books)['routes']['GET /book/search'];
type Found = Reply<Route>['results'][number];

const pageSize = 20;
const snippetUnits = 60;

export function bookSearchRoutes(reading: Reading) {
  const db = reading.database.kysely;
  return {
    'GET /book/search': async ({ vid }: Caller, params: Params<Route>): Promise<Reply<Route>> => {
      const book = await readBook(db, vid, params.bookId);
      const chapters = await readChapterFacts(db, book);
      return params.isLocate
        ? locateInBook(reading, book, chapters, params)
        : searchBook(reading, book, chapters, params);
    },
  };
}

async function readChapterFacts(db: Db, book: ListedBook): Promise<ChapterFacts[]> {
  return db
    .selectFrom('chapters')
    .select(['chapter_uid', 'chapter_idx', 'title', 'length'])
    .where('book_id', '=', book.book_id)
    .where('version', '=', book.version)
    .orderBy('chapter_idx')
    .execute();
}

async function searchBook(
  reading: Reading,
  book: ListedBook,
  chapters: readonly ChapterFacts[],
  { keyword, count = pageSize, maxIdx: after, fragmentSize = snippetUnits, onlyCount }: Params<Route>,
): Promise<Reply<Route>> {
  const maxIdx = placeAfter(after);
  if (keyword === undefined) throw new AppError('bad_argument', 'Say what to search for.', { keyword: 'missing' });
  const facts = new Map(chapters.map((chapter) => [chapter.chapter_uid, chapter]));
  const results: Found[] = [];
  let total = 0;
  const found = findInChapters(reading, book.file_sha256, [...facts.keys()], readPhrase(keyword));
  for await (const { chapter, hits } of found) {
    const first = Math.max(0, maxIdx - total);
    const wanted = onlyCount ? [] : hits.slice(first, first + count - results.length);
    for (const [n, hit] of wanted.entries()) {
      results.push({
        searchIdx: total + first + n + 1,
        ...describe(chapter, facts.get(chapter.chapterUid)),
        range: `${hit.start}-${hit.end}`,
        ...makeSnippet(chapter.text, chapter.seams, hit, hits, fragmentSize),
      });
    }
    total += hits.length;
    if (total >= mostHits) break;
  }
  const end = onlyCount ? 0 : maxIdx + results.length;
  return {
    bookId: book.book_id,
    totalCount: total,
    hasMore: !onlyCount && end < total && results.length > 0 ? 1 : 0,
    maxIdx: end,
    results,
  };
}

async function locateInBook(
  reading: Reading,
  book: ListedBook,
  chapters: readonly ChapterFacts[],
  { keyword, bookContentInfo, fragmentSize = snippetUnits }: Params<Route>,
): Promise<Reply<Route>> {
  const textQuote = bookContentInfo?.textQuote ?? keyword;
  const passage = await locate(reading, book.file_sha256, chapters, {
    ...bookContentInfo,
    ...(textQuote === undefined ? {} : { textQuote }),
  });
  const results = passage
    ? [
        {
          searchIdx: 1,
          ...describe(passage.chapter, passage.facts),
          range: `${passage.hit.start}-${passage.hit.end}`,
          ...makeSnippet(passage.chapter.text, passage.chapter.seams, passage.hit, [passage.hit], fragmentSize),
        },
      ]
    : [];
  return { bookId: book.book_id, totalCount: results.length, hasMore: 0, maxIdx: results.length, results };
}

function describe({ chapterUid }: ChapterText, facts: ChapterFacts | undefined) {
  return { chapterUid, chapterIdx: facts?.chapter_idx ?? 0, chapterTitle: facts?.title ?? '' };
}
