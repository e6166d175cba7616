// Two readers with something of everything, who wrote under each other's reviews and share a book of the library.

import type { Database } from '../../../../server/base/database/database.ts';
import { publishBook } from '../../../../server/reading/administration/library.ts';
import type { Tables } from '../../../../server/reading/reading.ts';
import { buildEpub } from '../import/build-epub.ts';
import { importBook, openLibraryHouse } from '../library-house.ts';

const titled = (title: string) =>
  buildEpub({
    metadata: `<dc:title>${title}</dc:title><dc:creator>Ann Author</dc:creator><dc:language>en</dc:language>`,
  });

export async function fullLife(database: Database<Tables>) {
  const house = await openLibraryHouse(database);
  const ann = await house.signIn('ann');
  const bob = await house.signIn('bob');
  const { bookId: shared } = await importBook(house, ann, await titled('Shared'));
  await publishBook(house.reading, shared);
  const { bookId: own } = await importBook(house, bob, await titled('Bob’s own'));
  const { bookId: published } = await importBook(house, bob, await titled('Given by Bob'));
  await publishBook(house.reading, published);
  // The same bytes as one of Ann's.
  const both = await titled('Of both');
  await importBook(house, ann, both);
  const { bookId: twin } = await importBook(house, bob, both);

  const review = (bookId: string, content: string) => ({ bookId, content, type: 4 as const, star: 80 as const });
  for (const reader of [ann, bob]) {
    const mark = { bookId: shared, chapterUid: 1, range: '0-4', type: 1 as const, style: 0 as const, markText: 'One' };
    await reader.call('GET /book/info', { bookId: shared, source: 'store' });
    await reader.call('POST /book/addBookmark', mark);
    await reader.call('POST /shelf/add', { bookIds: [shared] });
    await reader.call('POST /book/markstatus', { bookId: shared, status: 4 });
    await reader.call('POST /book/notfound', { title: 'A wish', author: 'Somebody' });
    await reader.call('POST /shelf/archive', { name: 'A folder', bookIds: [shared] });
  }
  const annReview = (await ann.call('POST /review/add', review(shared, 'Ann’s words'))).reviewId;
  const bobReview = (await bob.call('POST /review/add', review(shared, 'Bob’s words'))).reviewId;
  await bob.call('POST /review/like', { reviewId: annReview });
  await ann.call('POST /review/like', { reviewId: bobReview });
  await bob.call('POST /review/repost', { reviewId: annReview, repost: 1 });
  const begun = await bob.call('POST /review/comment', { reviewId: annReview, content: 'Bob begins' });
  await ann.call('POST /review/comment', {
    reviewId: annReview,
    content: 'Ann answers',
    toCommentId: begun.commentId,
    toUserVid: bob.vid,
  });
  const lone = await ann.call('POST /review/comment', { reviewId: annReview, content: 'Ann alone' });
  await bob.call('POST /review/commentlike', { commentId: lone.commentId });
  await bob.call('POST /review/comment', {
    reviewId: annReview,
    content: 'Bob answers',
    toCommentId: lone.commentId,
    toUserVid: ann.vid,
  });
  await house.jobs.runAll();
  return { house, ann, bob, shared, own, published, twin, annReview, bobReview };
}
