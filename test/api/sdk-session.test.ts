// How the transport renews a session: once, however many calls found it expired.

import { expect, test } from 'vitest';
import { AppError } from '../../api/errors.ts';
import type { CallSession, SessionAccess } from '../../api/sdk/session-gate.ts';
import { setUp } from './sdk-setting.ts';
import { type Answer, sendError, sendJson } from './wire-service.ts';

/** Takes only this token. */
const only =
  (token: string): Answer =>
  (arrived, response) => {
    if (arrived.headers.authorization === `Bearer ${token}`) sendJson(response, { tags: [] });
    else sendError(response, 'session_expired');
  };

function keeper(renewal: () => Promise<CallSession | undefined>) {
  const state = { session: { accessToken: 'old', signKey: 'k' } as CallSession | undefined, refreshes: 0 };
  const access: SessionAccess = {
    current: async () => state.session,
    async refresh() {
      state.refreshes++;
      state.session = await renewal();
      return state.session;
    },
  };
  return { state, access };
}

test('twenty calls that find the session expired renew it once and all succeed', async () => {
  const { state, access } = keeper(async () => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    return { accessToken: 'new', signKey: 'k2' };
  });
  const { service, transport } = await setUp(only('new'), { session: access });
  const replies = await Promise.all(Array.from({ length: 20 }, () => transport.call('GET /searchtags', {})));
  expect(replies).toEqual(Array(20).fill({ tags: [] }));
  expect(state.refreshes).toBe(1);
  const fresh = service.arrived.filter((one) => one.headers.authorization === 'Bearer new');
  expect(fresh).toHaveLength(20);
});

test('a call that left before the renewal and came back after it uses the new session', async () => {
  const { state, access } = keeper(async () => ({ accessToken: 'new', signKey: 'k2' }));
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { transport } = await setUp(
    async (arrived, response, number) => {
      if (number === 1) await held;
      await only('new')(arrived, response, number);
    },
    { session: access },
  );
  const slow = transport.call('GET /searchtags', {});
  await expect.poll(() => transport.call('GET /searchtags', {})).toEqual({ tags: [] });
  release();
  expect(await slow).toEqual({ tags: [] });
  expect(state.refreshes).toBe(1);
});

test('a session that is refused after its renewal is not renewed again', async () => {
  const { state, access } = keeper(async () => ({ accessToken: 'new', signKey: 'k2' }));
  const { service, transport } = await setUp(only('nothing'), { session: access });
  await expect(transport.call('GET /searchtags', {})).rejects.toMatchObject({ code: 'session_expired' });
  expect(state.refreshes).toBe(1);
  expect(service.arrived).toHaveLength(2);
});

test('when renewing fails, every waiting call gets that error, and a later call may try again', async () => {
  let failing = true;
  const { state, access } = keeper(async () => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (failing) throw new AppError('refresh_reused');
    return { accessToken: 'new', signKey: 'k2' };
  });
  const { transport } = await setUp(only('new'), { session: access });
  const calls = Array.from({ length: 5 }, () => transport.call('GET /searchtags', {}));
  for (const outcome of await Promise.allSettled(calls)) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'refresh_reused' } });
  }
  expect(state.refreshes).toBe(1);
  failing = false;
  expect(await transport.call('GET /searchtags', {})).toEqual({ tags: [] });
});

test('a session that has ended for good says so', async () => {
  const ended = keeper(async () => undefined);
  const { transport } = await setUp(only('new'), { session: ended.access });
  await expect(transport.call('GET /searchtags', {})).rejects.toMatchObject({ code: 'session_expired' });
  await expect(transport.call('GET /searchtags', {})).rejects.toMatchObject({ code: 'not_signed_in' });

  const fixed = await setUp(only('new'), { session: { current: async () => ({ accessToken: 'old', signKey: 'k' }) } });
  await expect(fixed.transport.call('GET /searchtags', {})).rejects.toMatchObject({ code: 'session_expired' });
});

test('one caller’s abort does not call off the renewal that others wait for', async () => {
  const controller = new AbortController();
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let begun = false;
  const { state, access } = keeper(async () => {
    begun = true;
    await finished;
    return { accessToken: 'new', signKey: 'k2' };
  });
  const { transport } = await setUp(only('new'), { session: access });
  const impatient = transport.call('GET /searchtags', {}, { signal: controller.signal });
  await expect.poll(() => begun).toBe(true);
  const patient = transport.call('GET /searchtags', {});
  controller.abort();
  // Called off at once, while the renewal still runs.
  await expect(impatient).rejects.toMatchObject({ code: 'cancelled' });
  finish();
  expect(await patient).toEqual({ tags: [] });
  expect(state.refreshes).toBe(1);
});
