// What an operation of the SDK is: a route with some parameters fixed, and for lists the way from page to page.
// Input and output are derived from the route's declaration; nothing is typed twice.

import type { CallParamsOf, ReplyOf } from '../catalog.ts';
import { AppError } from '../errors.ts';
import { canonicalJson } from '../signing.ts';
import type { CallOptions, CallRouteName, Transport } from './transport.ts';

/** Arguments of an operation: parameters may be left out where none is required. */
export type Arguments<Input> = object extends Input
  ? [params?: Input, options?: CallOptions]
  : [params: Input, options?: CallOptions];

/** One call. */
export type Operation<Input, Output> = (...given: Arguments<Input>) => Promise<Output>;

/** A call that answers a page, and iterators over the pages and over what is on them. */
export interface ListOperation<Input, Output, Item> {
  (...given: Arguments<Input>): Promise<Output>;
  pages(...given: Arguments<Input>): AsyncGenerator<Output, void, undefined>;
  each(...given: Arguments<Input>): AsyncGenerator<Item, void, undefined>;
}

/** How one goes on from a page; undefined after the last. */
export type NextPage<Page> = (params: object, page: Page) => object | undefined;

type Call<Output> = (params?: object, options?: CallOptions) => Promise<Output>;

/** `fixed`: parameters that the operation's name stands for. */
export function createOperation<K extends CallRouteName, const F extends object = object>(
  transport: Transport,
  key: K,
  fixed?: F & NoInfer<Partial<CallParamsOf<K>>>,
): Operation<Omit<CallParamsOf<K>, keyof F>, ReplyOf<K>> {
  return bind(transport, key, fixed) as never;
}

/** The same for a list: `next` answers the parameters of the page after, or undefined after the last. */
export function createListOperation<K extends CallRouteName, Item, const F extends object = object>(
  transport: Transport,
  key: K,
  next: NoInfer<NextPage<ReplyOf<K>>>,
  itemsOf: (page: NoInfer<ReplyOf<K>>) => readonly Item[],
  fixed?: F & NoInfer<Partial<CallParamsOf<K>>>,
): ListOperation<Omit<CallParamsOf<K>, keyof F>, ReplyOf<K>, Item> {
  return withPages(bind(transport, key, fixed), next, itemsOf) as never;
}

// Types end here: computing a route's types for every route at once is more than the compiler does, and nothing
// is gained by it, because the two functions above state what comes out.
function bind(transport: Transport, key: string, fixed: object | undefined): Call<never> {
  const anyTransport = transport as unknown as {
    call(key: string, params: object, options?: CallOptions): Promise<never>;
  };
  return (params, options) => anyTransport.call(key, { ...params, ...fixed }, options);
}

function withPages<Page, Item>(call: Call<Page>, next: NextPage<Page>, itemsOf: (page: Page) => readonly Item[]) {
  async function* pages(first?: object, options?: CallOptions): AsyncGenerator<Page, void, undefined> {
    for (let params: object | undefined = { ...first }; params; ) {
      const page: Page = await call(params, options);
      yield page;
      const following = next(params, page);
      // A service that says there is more and stays where it is would keep the loop going for ever.
      if (following && canonicalJson(following) === canonicalJson(params)) throw new AppError('internal');
      params = following;
    }
  }

  async function* each(params?: object, options?: CallOptions): AsyncGenerator<Item, void, undefined> {
    for await (const page of pages(params, options)) yield* itemsOf(page);
  }

  return Object.assign((params?: object, options?: CallOptions) => call(params, options), { pages, each });
}

export const byMaxIdx: NextPage<{ hasMore: 0 | 1; maxIdx: number }> = (params, page) =>
  page.hasMore ? { ...params, maxIdx: page.maxIdx } : undefined;

export const byOffset: NextPage<{ hasMore: 0 | 1; offset: number }> = (params, page) =>
  page.hasMore ? { ...params, offset: page.offset } : undefined;

/** For incremental lists: what follows is asked by the counter of the page before. */
export const bySynckey: NextPage<{ hasMore: 0 | 1; synckey: number }> = (params, page) =>
  page.hasMore ? { ...params, synckey: page.synckey } : undefined;
