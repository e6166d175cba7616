// Asks the reading service what other readers underlined and thought, and turns its replies into what the reader shows.

import type { OthersThought, PopularRange } from '../db/marks/popular.ts';
import type { OthersService } from '../reader/popular/others.ts';
import type { RouteReply, Transport } from './transport.ts';

export function othersService(transport: Transport): OthersService {
  return {
    async chapters(bookId) {
      const { chapters } = await transport.call<'GET /book/bestbookmarksinfo'>('GET /book/bestbookmarksinfo', {
        bookId,
      });
      return new Set(chapters.filter(({ count }) => count > 0).map(({ chapterUid }) => chapterUid));
    },
    async ranges(bookId, chapterUid) {
      const best = await transport.call<'GET /book/bestbookmarks'>('GET /book/bestbookmarks', {
        bookId,
        chapterUid,
        count: 100,
      });
      const dense = await transport.call<'GET /book/underlines'>('GET /book/underlines', { bookId, chapterUid });
      return joined(chapterUid, best.items, dense.underlines);
    },
    async thoughts(bookId, chapterUid, range, maxIdx) {
      const asked = { bookId, chapterUid, reviews: [{ range, count: 20, maxIdx }] };
      const { reviews } = await transport.call<'POST /book/readreviews'>('POST /book/readreviews', asked);
      const [page] = reviews;
      if (!page) return { thoughts: [], totalCount: 0 };
      return {
        thoughts: page.pageReviews.map(({ reviewId, review }): OthersThought => {
          const { content, createTime, author } = review;
          return { reviewId, content, createTime, name: author.name };
        }),
        totalCount: page.totalCount,
        ...(page.hasMore ? { maxIdx: page.maxIdx } : {}),
      };
    },
  };
}

type Best = RouteReply<'GET /book/bestbookmarks'>['items'];
type Dense = RouteReply<'GET /book/underlines'>['underlines'];

/** One list of ranges: the popular ones with their words, and how many wrote about each. */
function joined(chapterUid: number, best: Best, dense: Dense): PopularRange[] {
  const thoughts = new Map(dense.filter(({ type }) => type === 1).map(({ range, count }) => [range, count]));
  const known = new Set(best.map(({ range }) => range));
  const marked = best.map(({ range, markText, totalCount }) => ({ range, quote: markText, readers: totalCount }));
  const written = [...thoughts.keys()].filter((range) => !known.has(range));
  return [...marked, ...written.map((range) => ({ range, quote: '', readers: 0 }))]
    .map(({ range, quote, readers }) => {
      const [start = 0, end = 0] = range.split('-').map(Number);
      const written = thoughts.get(range) ?? 0;
      return { chapterUid, start, end, quote, readers: Math.max(readers, written), thoughts: written };
    })
    .sort((a, b) => a.start - b.start || a.end - b.end);
}
