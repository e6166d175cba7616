// The store's search in the text of all books that the caller may see: the books in which most passages may hold the
// words, each with its first passage that does.

import { readPhrase } from '../../../base/search/phrase.ts';
import { askedTerms } from '../../../base/search/terms.ts';
import type { Caller, Reading } from '../../reading.ts';
import { makeSnippet } from '../../search/snippet.ts';
import { foundOnWire, readFound } from './book-scope.ts';
import { mostFound, type SearchParams, type SearchScope } from './search-scope.ts';
import { findPassages } from './text-passages.ts';
import { candidateBooks, type Place, placesOf } from './text-places.ts';

/** Books whose passages are checked before they are listed, where the index alone cannot be sure. */
const mostChecked = 60;
const snippetUnits = 80;

export const textScope: SearchScope = {
  scope: 12,
  title: 'In the text',
  type: 'books',
  async find(reading: Reading, { vid }: Caller, params: SearchParams): Promise<string[]> {
    const phrase = readPhrase(params.keyword ?? '');
    const asked = askedTerms(phrase);
    if (!asked) return [];
    const bookIds = await candidateBooks(reading, vid, asked, params);
    // A word or a pair is in the text when it is in the index; a longer phrase may be there in pieces only.
    if (asked.all.length <= 1) return bookIds.slice(0, mostFound);
    const checked = bookIds.slice(0, mostChecked);
    const places = await placesOf(reading, vid, asked, params, checked);
    const passages = await findPassages(reading.database.kysely, [...places.values()], phrase);
    const sure = checked.filter((bookId) => passages.has(places.get(bookId)?.sha256 ?? ''));
    return [...sure, ...bookIds.slice(mostChecked)].slice(0, mostFound);
  },
  async show(reading, { vid }, params, ids, first) {
    const db = reading.database.kysely;
    const phrase = readPhrase(params.keyword ?? '');
    const asked = askedTerms(phrase);
    const places = asked ? await placesOf(reading, vid, asked, params, ids) : new Map<string, Place>();
    const passages = await findPassages(db, [...places.values()], phrase);
    const books = [];
    for (const book of await readFound(db, vid, ids)) {
      const passage = passages.get(places.get(book.book_id)?.sha256 ?? '');
      if (!passage) continue;
      const { chapter, hit, hits } = passage;
      books.push({
        searchIdx: first + books.length + 1,
        ...foundOnWire(book),
        ...makeSnippet(chapter.text, chapter.seams, hit, hits, snippetUnits),
        chapterUid: chapter.chapterUid,
        range: `${hit.start}-${hit.end}`,
      });
    }
    return { books, items: [] };
  },
};
