// `/store/titlesearch`: looks up many titles of another library at once, with how alike what was found is.

import { sql } from 'kysely';
import type { Params, Reply } from '../../../../api/route.ts';
import type { store } from '../../../../api/store.ts';
import { termsOf } from '../../../base/search/terms.ts';
import { bookOnWire } from '../../books/book-access.ts';
import type { Caller, Db, Reading } from '../../reading.ts';
import { foldName } from '../book-words.ts';
import { bookColumns, type FoundBook } from './find-books.ts';

type Route = (typeof store)['routes']['POST /store/titlesearch'];

const booksPerTitle = 5;
const leastLike = 0.5;
/** The rarest words of a title say which books it can be. */
const wordsAsked = 3;
const candidatesPerTitle = 50;
const mostCompared = 600;

export function titleSearchRoutes(reading: Reading) {
  return {
    'POST /store/titlesearch': async ({ vid }: Caller, { keywords }: Params<Route>): Promise<Reply<Route>> => {
      const db = reading.database.kysely;
      const asked = new Map(keywords.map((keyword) => [keyword, titleOf(keyword)]));
      const candidates = await findCandidates(db, vid, [...asked.values()]);
      return {
        results: keywords.map((keyword) => ({ keyword, books: likest(asked.get(keyword) as Title, candidates) })),
      };
    },
  };
}

interface Title {
  text: string;
  terms: string[];
}

interface Candidate {
  book: FoundBook;
  text: string;
  pairs: Set<string>;
}

/** Without what other libraries write behind a title: the author in brackets, a series, a year. */
function titleOf(keyword: string): Title {
  const bare = keyword.replace(/[([（【《].*$/u, '').trim() || keyword;
  const text = foldName(bare);
  return { text, terms: termsIn(text) };
}

const termsIn = (text: string) => [...new Set(termsOf(text).filter((term) => !/^[。\n]$/.test(term)))];

/** For all titles together: which of their words are rare, then the books that have those, by word. */
async function findCandidates(db: Db, vid: string, titles: readonly Title[]): Promise<Map<string, Candidate[]>> {
  const words = [...new Set(titles.flatMap((title) => title.terms.slice(0, 40)))];
  if (words.length === 0) return new Map();
  const counted = await db.selectFrom('store_words').select(['word', 'books']).where('word', 'in', words).execute();
  const books = new Map(counted.map((row) => [row.word, row.books]));
  const wanted = new Set<string>();
  for (const title of titles) {
    // What no book has says nothing; the rest leads to the books.
    title.terms = title.terms
      .filter((term) => books.has(term))
      .sort((a, b) => (books.get(a) ?? 0) - (books.get(b) ?? 0))
      .slice(0, wordsAsked);
    for (const term of title.terms) wanted.add(term);
  }
  if (wanted.size === 0) return new Map();
  // Those with most of the rarest words: one that is in every second title leads nowhere by itself.
  const { rows } = await sql<FoundBook>`${bookColumns(vid)} and b.book_id in (
    select likely.book_id from (
      select w.book_id, sum(1.0 / t.books) as rarity from book_words w
      join store_words t on t.word = w.word join books seen on seen.book_id = w.book_id
      where w.word in (${sql.join([...wanted])}) and w.fields % 2 = 1
        and (seen.visibility = 'library' or seen.owner_vid = ${vid})
      group by w.book_id order by rarity desc, w.book_id limit ${titles.length * candidatesPerTitle}
    ) as likely)
    order by coalesce(s.popular, -1e9) desc, b.book_id`.execute(db);
  const byWord = new Map<string, Candidate[]>();
  for (const book of rows) {
    const text = foldName(book.title);
    const candidate = { book, text, pairs: pairsOf(text) };
    for (const term of termsIn(text)) {
      if (wanted.has(term)) byWord.set(term, [...(byWord.get(term) ?? []), candidate]);
    }
  }
  return byWord;
}

function likest(title: Title, candidates: Map<string, Candidate[]>) {
  const pairs = pairsOf(title.text);
  // By the rarest word first, of which fewest have to be compared.
  const found = title.terms.flatMap((term) => candidates.get(term) ?? []);
  const possible = [...new Set(found)].slice(0, mostCompared);
  return possible
    .map((candidate) => ({ book: candidate.book, likeness: likenessOf(title.text, pairs, candidate) }))
    .filter(({ likeness }) => likeness >= leastLike)
    .sort((a, b) => b.likeness - a.likeness || (a.book.book_id < b.book.book_id ? -1 : 1))
    .slice(0, booksPerTitle)
    .map(({ book, likeness }) => ({ book: bookOnWire(book), likeness }));
}

/** 1 for the same; else how many pairs of neighbouring characters two titles have in common (Dice). */
function likenessOf(text: string, pairs: Set<string>, candidate: Candidate): number {
  if (text === candidate.text) return 1;
  let common = 0;
  for (const pair of pairs) if (candidate.pairs.has(pair)) common++;
  // The beginning of a longer title, before its subtitle.
  const isPart = text.length >= 4 && (candidate.text.startsWith(`${text} `) || text.startsWith(`${candidate.text} `));
  const dice = (2 * common) / Math.max(1, pairs.size + candidate.pairs.size);
  return Math.round(Math.min(0.99, isPart ? Math.max(dice, 0.9) : dice) * 1000) / 1000;
}

function pairsOf(text: string): Set<string> {
  const letters = [...text];
  return new Set(letters.map((letter, n) => letter + (letters[n + 1] ?? '')));
}
