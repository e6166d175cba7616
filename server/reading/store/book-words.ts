// The words by which a book is found: those of its title, author and subjects, and how Chinese ones are spelled in Latin
// letters. Knows nothing of who may see the book; whoever looks up words asks that.

import { foldText } from '../../base/search/fold-text.ts';
import { termsOf } from '../../base/search/terms.ts';
import type { Trx } from '../reading.ts';
import { placeInTitle, rankOfWord } from './word-rank.ts';

/** Bits of `book_words.fields`. */
export const fields = { title: 1, author: 2, subject: 4, spelling: 8 } as const;

/** Characters whose spelling is kept, from the beginning of a title. */
const spelledCharacters = 24;
const longestWord = 48;
const mostWords = 400;

export interface NamedBook {
  book_id: string;
  title: string;
  author: string;
  owner_vid: string;
  visibility: string;
}

export const foldName = (name: string) => foldText(name).text;

/** By which books of one author are known to belong together. */
export function authorKey(author: string): string {
  return foldName(author.split(/[,;、，；]/)[0] ?? '').slice(0, 128);
}

export async function refreshWords(trx: Trx, book: NamedBook, subjects: readonly string[]): Promise<void> {
  const words = await wordsOf(book, subjects);
  const stored = await trx
    .selectFrom('book_words')
    .select(['word', 'fields', 'owner_vid', 'rank'])
    .where('book_id', '=', book.book_id)
    .execute();
  const before = new Map(stored.map((row) => [row.word, row]));
  const gone = [...before.keys()].filter((word) => words.get(word) === undefined);
  const owner_vid = book.visibility === 'library' ? '' : book.owner_vid;
  const places = placeInTitle(termsOf(foldName(book.title)));
  const rows = [...words].map(([word, bits]) => {
    const known = before.get(word);
    return { word, book_id: book.book_id, fields: bits, owner_vid, rank: rankOfWord(bits, places(word), known?.rank) };
  });
  const changed = rows.filter((row) => {
    const known = before.get(row.word);
    return known?.fields !== row.fields || known.owner_vid !== owner_vid || known.rank !== row.rank;
  });
  await deleteWords(trx, book.book_id, gone);
  if (changed.length > 0) {
    await trx
      .insertInto('book_words')
      .values(changed)
      .onConflict((conflict) =>
        conflict.columns(['word', 'book_id']).doUpdateSet((row) => ({
          fields: row.ref('excluded.fields'),
          owner_vid: row.ref('excluded.owner_vid'),
          rank: row.ref('excluded.rank'),
        })),
      )
      .execute();
  }
  await countWords(
    trx,
    changed.map(({ word }) => word).filter((word) => !before.has(word)),
  );
}

export async function forgetWords(trx: Trx, bookId: string): Promise<void> {
  const stored = await trx.selectFrom('book_words').select('word').where('book_id', '=', bookId).execute();
  await deleteWords(
    trx,
    bookId,
    stored.map((row) => row.word),
  );
}

async function deleteWords(trx: Trx, bookId: string, words: string[]): Promise<void> {
  if (words.length === 0) return;
  await trx.deleteFrom('book_words').where('book_id', '=', bookId).where('word', 'in', words).execute();
  await trx
    .updateTable('store_words')
    .set((row) => ({ books: row('books', '-', 1) }))
    .where('word', 'in', words)
    .execute();
  await trx.deleteFrom('store_words').where('word', 'in', words).where('books', '<=', 0).execute();
}

async function countWords(trx: Trx, words: string[]): Promise<void> {
  if (words.length === 0) return;
  await trx
    .insertInto('store_words')
    .values(words.map((word) => ({ word, tail: [...word].slice(1).join(''), books: 1 })))
    .onConflict((conflict) =>
      conflict.column('word').doUpdateSet((row) => ({ books: row('store_words.books', '+', 1) })),
    )
    .execute();
}

async function wordsOf(book: NamedBook, subjects: readonly string[]): Promise<Map<string, number>> {
  const words = new Map<string, number>();
  const add = (word: string, bit: number) => {
    if (word.length > 0 && (words.size < mostWords || words.has(word))) words.set(word, (words.get(word) ?? 0) | bit);
  };
  const addText = (text: string, bit: number) => {
    for (const term of termsOf(foldName(text))) if (!/^[。\n]$/.test(term)) add(term, bit);
  };
  addText(book.title, fields.title);
  addText(book.author, fields.author);
  for (const subject of subjects) addText(subject, fields.subject);
  for (const name of [book.title, book.author]) {
    for (const word of await spellingsOf(name)) add(word.slice(0, longestWord), fields.spelling);
  }
  return words;
}

/** `红楼梦` as `hongloumeng`, from each character on, and by first letters. */
async function spellingsOf(name: string): Promise<string[]> {
  const syllables = await spell(name);
  return syllables.flatMap((_, at) => {
    const rest = syllables.slice(at);
    const initials = rest.map((syllable) => syllable[0]).join('');
    return rest.length > 1 ? [rest.join(''), initials] : [rest.join('')];
  });
}

/** The Latin spelling of each Chinese character, other characters left out. */
export async function spell(name: string): Promise<string[]> {
  const chinese = [...name].filter((letter) => /\p{sc=Han}/u.test(letter)).slice(0, spelledCharacters);
  if (chinese.length === 0) return [];
  // Its dictionary costs memory that a library without Chinese books need not spend.
  const { pinyin } = await import('pinyin-pro');
  const syllables = pinyin(chinese.join(''), { toneType: 'none', type: 'array', v: true });
  return syllables.map((syllable) => foldName(syllable)).filter((syllable) => /^[a-z]+$/.test(syllable));
}
