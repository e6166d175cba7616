// What of the wire's shelf the store keeps.

import { expect, test } from 'vitest';
import { shelfReply } from '../../../src/app/sync/replies.ts';

test('accounts that another program follows are no books to be opened', () => {
  const nothing = { removed: [], archive: [], removedArchive: [], bookProgress: [] };
  const books = [
    { bookId: 'b', type: 1 },
    { bookId: 'mp_a', type: 3 },
  ];
  const kept = shelfReply({ ...nothing, synckey: 4, books } as never);
  expect(kept.books.map((book) => book.bookId)).toEqual(['b']);
});
