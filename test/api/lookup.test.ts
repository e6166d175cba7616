// What the compiler knows about a route from its name alone. These fail in the type check, not when they run.

import { expect, expectTypeOf, test } from 'vitest';
import { type CallParamsOf, type ParamsOf, type ReplyOf, type RouteName, splitRouteKey } from '../../api/catalog.ts';

test('a name is one of the routes', () => {
  expectTypeOf<'GET /shelf/sync'>().toExtend<RouteName>();
  expectTypeOf<'GET /shelf/synk'>().not.toExtend<RouteName>();
  expect(splitRouteKey('GET /wrco/:pdfBookId')).toEqual({ method: 'GET', path: '/wrco/:pdfBookId' });
});

test('callers leave the signature to the main process', () => {
  expectTypeOf<ParamsOf<'POST /book/read'>>().toHaveProperty('signature');
  expectTypeOf<CallParamsOf<'POST /book/read'>>().not.toHaveProperty('signature');
  expectTypeOf<CallParamsOf<'POST /book/read'>>().not.toHaveProperty('random');
  expectTypeOf<CallParamsOf<'POST /book/read'>['deviceId']>().toEqualTypeOf<string>();
});

test('a reply has its exact fields', () => {
  type Shelf = ReplyOf<'GET /shelf/sync'>;
  expectTypeOf<Shelf['books'][number]['isTop']>().toEqualTypeOf<0 | 1>();
  expectTypeOf<Shelf['books'][number]['cover']>().toEqualTypeOf<string>();
  expectTypeOf<Shelf>().not.toHaveProperty('chapters');
  expectTypeOf<ReplyOf<'GET /book/download'>>().toEqualTypeOf<Uint8Array>();
  expectTypeOf<ReplyOf<'POST /book/read'>['result']>().toEqualTypeOf<'applied' | 'duplicate' | 'stale'>();
});
