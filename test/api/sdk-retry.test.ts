// When the transport asks again and how long it waits, which errors come out, and how calls are called off.

import { expect, test } from 'vitest';
import { AppError } from '../../api/errors.ts';
import { setUp } from './sdk-setting.ts';
import { sendError, sendJson } from './wire-service.ts';

test('a safe call is repeated after pauses whose bound doubles', async () => {
  const { service, clock, transport } = await setUp(
    (_, response, number) =>
      number < 4 ? sendError(response, 'upstream_unavailable') : sendJson(response, { albums: [] }),
    { random: () => 0.5 },
  );
  expect(await transport.call('GET /album/recentlisten', {})).toEqual({ albums: [] });
  expect(service.arrived).toHaveLength(4);
  expect(clock.pauses).toEqual([200, 400, 800]);
});

test('after the last attempt the error comes out', async () => {
  const { service, transport } = await setUp((_, response) => sendError(response, 'upstream_unavailable'), {
    retry: { attempts: 2, firstDelay: 10, longestDelay: 100 },
  });
  await expect(transport.call('GET /searchtags', {})).rejects.toMatchObject({ code: 'upstream_unavailable' });
  expect(service.arrived).toHaveLength(2);
});

test('a write that is not safe is sent once, unless the service says that it did nothing', async () => {
  const lost = await setUp((_, response) => void response.destroy());
  const comment = { booklistId: 'l', content: 'Good' };
  await expect(lost.transport.call('POST /booklist/comment', comment)).rejects.toMatchObject({ code: 'offline' });
  expect(lost.service.arrived).toHaveLength(1);

  const stopping = await setUp((_, response, number) =>
    number === 1 ? sendError(response, 'shutting_down') : sendJson(response, { commentsCount: 1 }),
  );
  expect(await stopping.transport.call('POST /booklist/comment', comment)).toEqual({ commentsCount: 1 });
});

test('a refusal is not repeated', async () => {
  const { service, clock, transport } = await setUp((_, response) => sendError(response, 'not_found'));
  await expect(transport.call('GET /track/info', { trackId: 't' })).rejects.toMatchObject({ code: 'not_found' });
  expect(service.arrived).toHaveLength(1);
  expect(clock.pauses).toEqual([]);
});

test('a service that asks for time gets it, within reason', async () => {
  const asked = await setUp((_, response, number) => {
    if (number > 1) sendJson(response, {});
    else response.writeHead(429, { 'retry-after': '7' }).end();
  });
  await asked.transport.call('GET /searchtags', {});
  expect(asked.clock.pauses).toEqual([7000]);

  const hours = await setUp((_, response) => sendError(response, 'too_many_requests', { retryAfter: 3600 }));
  await expect(hours.transport.call('GET /searchtags', {})).rejects.toMatchObject({ details: { retryAfter: 3600 } });
  expect(hours.service.arrived).toHaveLength(1);
});

test('an error keeps the service’s code, sentence, details and request id', async () => {
  const { transport } = await setUp((_, response) => sendError(response, 'price_changed', { price: 12 }));
  const failure = await transport.call('POST /pay/buyBook', { bookId: 'b', price: 10 }).catch((error) => error);
  expect(failure).toBeInstanceOf(AppError);
  expect(failure).toMatchObject({
    code: 'price_changed',
    message: 'The price changed since it was shown; read it again.',
    details: { price: 12, requestId: 'req-1', httpStatus: 409 },
  });
});

test.each([
  [401, 'not_signed_in'],
  [404, 'not_found'],
  [413, 'too_large'],
  [500, 'internal'],
  [502, 'upstream_unavailable'],
  [504, 'timeout'],
])('a gateway’s own %i becomes %s', async (status, code) => {
  const { transport } = await setUp(
    (_, response) => {
      response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Oops</h1>');
    },
    { retry: { attempts: 1, firstDelay: 1, longestDelay: 1 } },
  );
  await expect(transport.call('GET /searchtags', {})).rejects.toMatchObject({ code });
});

test.each([
  ['a sign-in page of the network', 'text/html', '<form>'],
  ['JSON that is cut off', 'application/json', '{"tags":['],
])('%s is not taken for an answer', async (_, type, body) => {
  const { transport } = await setUp(
    (_arrived, response) => {
      response.writeHead(200, { 'content-type': type }).end(body);
    },
    { retry: { attempts: 1, firstDelay: 1, longestDelay: 1 } },
  );
  await expect(transport.call('GET /searchtags', {})).rejects.toMatchObject({ code: 'upstream_unavailable' });
});

test('a call that takes too long ends as timeout and is repeated if it is safe', async () => {
  const { service, clock, transport } = await setUp((_, response, number) => {
    if (number === 1) clock.passTimeLimit();
    else sendJson(response, { tags: [] });
  });
  expect(await transport.call('GET /searchtags', {})).toEqual({ tags: [] });
  expect(service.arrived).toHaveLength(2);
});

test('a caller can call off a call that waits for its answer', async () => {
  const controller = new AbortController();
  const { service, transport } = await setUp(() => controller.abort());
  const call = transport.call('GET /searchtags', {}, { signal: controller.signal });
  await expect(call).rejects.toMatchObject({ code: 'cancelled' });
  expect(service.arrived).toHaveLength(1);
});

test('a caller can call off a call between two attempts, and one that has not begun', async () => {
  const controller = new AbortController();
  const { service, transport } = await setUp((_, response) => sendError(response, 'upstream_unavailable'), {
    random: () => {
      controller.abort();
      return 1;
    },
  });
  const call = transport.call('GET /searchtags', {}, { signal: controller.signal });
  await expect(call).rejects.toMatchObject({ code: 'cancelled' });
  expect(service.arrived).toHaveLength(1);
  const late = transport.call('GET /searchtags', {}, { signal: controller.signal });
  await expect(late).rejects.toMatchObject({ code: 'cancelled' });
  expect(service.arrived).toHaveLength(1);
});
