// `/store/search`: one answer made of a group per kind of thing, each a page of its own. What the first page found is kept
// for a while under its `sid`, so that later pages neither repeat nor leave out anything.

import { AppError } from '../../../../api/errors.ts';
import type { Params, Reply } from '../../../../api/route.ts';
import type { store } from '../../../../api/store.ts';
import { placeAfter } from '../../list-place.ts';
import type { Caller, Reading } from '../../reading.ts';
import { newId } from '../../sign-in/tokens.ts';
import { noteSearch } from '../searched-words.ts';
import { authorScope } from './author-scope.ts';
import { bookScope } from './book-scope.ts';
import type { SearchGroup, SearchScope } from './search-scope.ts';
import { textScope } from './text-scope.ts';

type Route = (typeof store)['routes']['GET /store/search'];

/** In the order in which the answer shows them. */
const scopes: readonly SearchScope[] = [bookScope, authorScope, textScope];
const pageSize = 20;
const everything = 0;

/** Ids by scope. */
type Found = Record<string, string[]>;

export function storeSearchRoutes(reading: Reading) {
  return {
    'GET /store/search': async (caller: Caller, params: Params<Route>): Promise<Reply<Route>> => {
      const { keyword, scope = everything, count = pageSize } = params;
      const maxIdx = placeAfter(params.maxIdx);
      if (keyword === undefined && !params.author && !params.categoryId && !params.authorVids) {
        throw new AppError('bad_argument', 'Say what to search for.', { keyword: 'or author, categoryId is needed' });
      }
      const asked = scopes.filter((each) => scope === everything || each.scope === scope);
      const { sid, found } = await findAll(reading, caller, params, asked);
      const results: SearchGroup[] = [];
      for (const each of asked) {
        const ids = found[each.scope] ?? [];
        const page = ids.slice(maxIdx, maxIdx + count);
        if (page.length === 0 && scope === everything) continue;
        const { books, items } = await each.show(reading, caller, params, page, maxIdx);
        results.push({
          title: each.title,
          scope: each.scope,
          scopeCount: ids.length,
          currentCount: books.length + items.length,
          type: each.type,
          books,
          items,
        });
      }
      if (keyword !== undefined && maxIdx === 0 && results.some((group) => group.currentCount > 0)) {
        await noteSearch(reading, caller.vid, keyword, scope);
      }
      const lists = Object.values(found);
      return {
        sid,
        hasMore: lists.some((ids) => ids.length > maxIdx + count) ? 1 : 0,
        maxIdx: maxIdx + count,
        totalCount: lists.reduce((total, ids) => total + ids.length, 0),
        results,
      };
    },
  };
}

async function findAll(
  reading: Reading,
  caller: Caller,
  params: Params<Route>,
  asked: readonly SearchScope[],
): Promise<{ sid: string; found: Found }> {
  const { sid: known, count: _count, maxIdx: _maxIdx, ...question } = params;
  const text = JSON.stringify(Object.entries(question).sort());
  const stored = known === undefined ? undefined : await readSearch(reading, caller, known, text);
  if (stored && known !== undefined) return { sid: known, found: stored };
  const found: Found = {};
  for (const each of asked) found[each.scope] = await each.find(reading, caller, params);
  const sid = newId('q');
  const { count = pageSize, maxIdx = 0 } = params;
  if (Object.values(found).some((ids) => ids.length > maxIdx + count)) {
    const row = { sid, vid: caller.vid, asked: text, found: JSON.stringify(found), created_at: reading.now() };
    await reading.database.kysely.insertInto('store_searches').values(row).execute();
  }
  return { sid, found };
}

async function readSearch(reading: Reading, { vid }: Caller, sid: string, asked: string): Promise<Found | undefined> {
  const row = await reading.database.kysely
    .selectFrom('store_searches')
    .select('found')
    .where('sid', '=', sid)
    .where('vid', '=', vid)
    .where('asked', '=', asked)
    .executeTakeFirst();
  return row && (JSON.parse(row.found) as Found);
}
