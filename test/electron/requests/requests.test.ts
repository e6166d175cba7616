// The request path against a real HTTP server: one refresh for everyone, clock, retries, cancel, offline.

import { expect, test } from 'vitest';
import { sign, signedText } from '../../../api/signing.ts';
import { openAccounts } from '../../../electron/sign-in/accounts.ts';
import { openVault } from '../../../electron/vault/vault.ts';
import { eventually } from '../../eventually.ts';
import { type FakeService, failing, fakeService, sessionReply } from '../fake-service.ts';
import { recordingLog } from '../recording-log.ts';
import { signedIn } from '../signed-in.ts';

/** Accepts only the access token of this generation. */
const guarded = (service: FakeService, generation: () => number) =>
  service.on('GET /user', (received) => {
    if (received.headers.authorization !== `Bearer access-${generation()}`) return failing('session_expired')(...none);
    return { vid: 'u_reader' };
  });
const none = [] as unknown as Parameters<ReturnType<typeof failing>>;

test('a call carries the session, and a query its words as text', async () => {
  const service = await fakeService({ 'GET /book/info': () => ({ bookId: 'b_1' }) });
  const { requests } = await signedIn(service.url);
  expect(await requests.call('GET /book/info', { bookId: 'b_1', myzy: 1 })).toEqual({ bookId: 'b_1' });
  const [received] = service.received;
  expect(received?.headers.authorization).toBe('Bearer access-0');
  expect(Object.fromEntries(received?.query ?? [])).toEqual({ bookId: 'b_1', myzy: '1' });
});

test('only routes of the catalog can be called, and none whose reply is a file', async () => {
  const service = await fakeService();
  const { requests } = await signedIn(service.url);
  const call = requests.call;
  await expect(async () => call('GET /admin/clients', {})).rejects.toMatchObject({ code: 'bad_argument' });
  await expect(async () => call('GET /../etc/passwd', {})).rejects.toMatchObject({ code: 'bad_argument' });
  await expect(async () => call('GET /book/download', { bookId: 'b' })).rejects.toMatchObject({ code: 'bad_argument' });
  expect(service.received).toEqual([]);
});

test('twenty calls that are refused at once share one refresh, and all succeed', async () => {
  const service = await fakeService();
  let generation = 1;
  guarded(service, () => generation);
  service.on('POST /login', (received) => {
    expect(received.json()).toMatchObject({ deviceId: 'device-1', refreshToken: 'refresh-0' });
    generation = 2;
    return sessionReply(2);
  });
  const { requests, accounts } = await signedIn(service.url);
  const replies = await Promise.all(Array.from({ length: 20 }, () => requests.call('GET /user', {})));
  expect(replies).toHaveLength(20);
  expect(service.count('POST /login')).toBe(1);
  expect(accounts.active()?.session?.refreshToken).toBe('refresh-2');
});

test('the rotated token is on the disk before any call uses the new session', async () => {
  const service = await fakeService({ 'POST /login': () => sessionReply(2) });
  const one = await signedIn(service.url);
  const stored: (string | undefined)[] = [];
  service.on('GET /user', async (received) => {
    if (received.headers.authorization === 'Bearer access-0') return failing('session_expired')(...none);
    const log = recordingLog();
    stored.push((await openAccounts(await openVault(one.folder, log), log)).active()?.session?.refreshToken);
    return {};
  });
  await one.requests.call('GET /user', {});
  expect(stored).toEqual(['refresh-2']);
});

test('a session near its end is refreshed before the call', async () => {
  const service = await fakeService({ 'POST /login': () => sessionReply(2) });
  guarded(service, () => 2);
  const { requests } = await signedIn(service.url, { expireIn: 10 });
  await requests.call('GET /user', {});
  expect(service.received.map(({ name }) => name)).toEqual(['POST /login', 'GET /user']);
});

test('the refresh is signed with the ending session’s key', async () => {
  const service = await fakeService({ 'POST /login': () => sessionReply(2), 'GET /user': () => ({}) });
  const { requests } = await signedIn(service.url, { expireIn: 10 });
  await requests.call('GET /user', {});
  const params = service.received[0]?.json() ?? {};
  expect(params.signature).toBe(await sign({ method: 'POST', path: '/login', params }, 'sign-key-0'));
});

test.each(['refresh_reused', 'session_expired', 'login_refused'] as const)(
  'a refresh refused by %s ends the session, tells it once, and keeps the account',
  async (code) => {
    const service = await fakeService({ 'GET /user': failing('session_expired'), 'POST /login': failing(code) });
    const { requests, accounts, told } = await signedIn(service.url);
    const calls = await Promise.allSettled([requests.call('GET /user', {}), requests.call('GET /user', {})]);
    expect(calls).toMatchObject([{ reason: { code: 'session_expired' } }, { reason: { code: 'session_expired' } }]);
    expect(service.count('POST /login')).toBe(1);
    expect(told).toEqual(['expired']);
    expect(accounts.active()).toMatchObject({ vid: 'u_reader' });
    expect(accounts.active()?.session).toBeUndefined();
    await expect(requests.call('GET /user', {})).rejects.toMatchObject({ code: 'session_expired' });
    expect(service.count('POST /login')).toBe(1);
  },
);

test('a refresh that the network swallowed keeps the refresh token', async () => {
  const service = await fakeService({ 'GET /user': failing('session_expired') });
  service.on('POST /login', (_received, response) => {
    response.destroy();
    return true;
  });
  const { requests, accounts, told } = await signedIn(service.url);
  await expect(requests.call('GET /user', {})).rejects.toMatchObject({ code: 'offline' });
  expect(accounts.active()?.session?.refreshToken).toBe('refresh-0');
  expect(told).not.toContain('expired');
});

test('a wrong clock is learned from the service and the signed call repeated with the right time', async () => {
  const service = await fakeService();
  const serviceTime = 2_000_000_000;
  service.on('POST /book/read', async (received, response) => {
    response.setHeader('date', new Date(serviceTime * 1000).toUTCString());
    const params = received.json();
    if (Math.abs(Number(params.timestamp) - serviceTime) > 300)
      return failing('clock_skew', { time: serviceTime })(...none);
    expect(signedText({ method: 'POST', path: '/book/read', params })).toContain('bookId="b_1"');
    const generation = received.headers.authorization?.at(-1);
    expect(params.signature).toBe(await sign({ method: 'POST', path: '/book/read', params }, `sign-key-${generation}`));
    return { ok: 1 };
  });
  const deviceTime = 1_000_000_000;
  const { requests, clock } = await signedIn(service.url, { deviceClock: () => deviceTime });
  await requests.call('POST /book/read', { bookId: 'b_1' });
  expect(clock.now()).toBe(serviceTime);
  // The session’s end is measured by the service's clock too, so it is over now.
  service.on('POST /login', (_received, response) => {
    response.setHeader('date', new Date(serviceTime * 1000).toUTCString());
    return { ...sessionReply(1), timestamp: serviceTime };
  });
  await requests.call('POST /book/read', { bookId: 'b_1' });
  const randoms = service.received.filter(({ name }) => name === 'POST /book/read').map((one) => one.json().random);
  expect(new Set(randoms).size).toBe(3);
});

test('a caller cannot bring a signature of its own', async () => {
  const service = await fakeService({ 'POST /book/read': () => ({}) });
  const { requests } = await signedIn(service.url);
  await requests.call('POST /book/read', { bookId: 'b_1', signature: 'f'.repeat(64), random: 'r'.repeat(16) });
  expect(service.received[0]?.json().signature).not.toBe('f'.repeat(64));
  expect(service.received[0]?.json().random).not.toBe('r'.repeat(16));
});

test('a safe call is repeated while the service stumbles; one that is not safe is not', async () => {
  const service = await fakeService();
  let failures = 2;
  service.on('GET /user', () => (failures-- > 0 ? failing('upstream_unavailable')(...none) : { vid: 'u' }));
  service.on('POST /book/read', failing('timeout'));
  const { requests, transport } = await signedIn(service.url);
  expect(await requests.call('GET /user', {})).toEqual({ vid: 'u' });
  expect(service.count('GET /user')).toBe(3);
  await expect(requests.call('POST /book/read', { bookId: 'b' })).rejects.toMatchObject({ code: 'timeout' });
  const repeats = transport.route('POST /book/read').safe ? 4 : 1;
  expect(service.count('POST /book/read')).toBe(repeats);
});

test('a refusal by the service is not repeated and comes with its details', async () => {
  const service = await fakeService({ 'GET /user': failing('bad_argument', { userVid: 'too long' }) });
  const { requests } = await signedIn(service.url);
  await expect(requests.call('GET /user', {})).rejects.toMatchObject({
    code: 'bad_argument',
    details: { userVid: 'too long', requestId: 'r-1' },
  });
  expect(service.count('GET /user')).toBe(1);
});

test('a cancelled call ends at once', async () => {
  const service = await fakeService({ 'GET /user': () => new Promise(() => undefined) });
  const { requests } = await signedIn(service.url);
  const controller = new AbortController();
  const call = requests.call('GET /user', {}, { signal: controller.signal });
  await eventually(() => expect(service.count('GET /user')).toBe(1));
  controller.abort();
  await expect(call).rejects.toMatchObject({ code: 'cancelled' });
});

test('a service that does not answer in time is a timeout', async () => {
  const service = await fakeService({ 'POST /login': () => new Promise(() => undefined) });
  const { transport } = await signedIn(service.url);
  const late = transport.json(service.url, 'POST /login', { deviceId: 'd' }, { timeout: 50 });
  await expect(late).rejects.toMatchObject({ code: 'timeout' });
});

test('offline is a state: it is told once, probed, and told again when the service is back', async () => {
  const service = await fakeService({ 'GET /user': () => ({}) });
  const { requests, told, online } = await signedIn(service.url);
  await requests.call('GET /user', {});
  await service.close();
  await expect(requests.call('GET /user', {})).rejects.toMatchObject({ code: 'offline' });
  await expect(requests.call('GET /user', {})).rejects.toMatchObject({ code: 'offline' });
  expect(told).toEqual(['offline']);
  expect(online.online).toBe(false);
  await fakeService({ 'GET /probe': () => ({}) }, Number(new URL(service.url).port));
  await eventually(() => expect(told).toEqual(['offline', 'online']));
});

test('an address that is no reading service is said to be none', async () => {
  const service = await fakeService();
  service.on('GET /user', (_received, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Log in to the wireless network</h1>');
    return true;
  });
  const { requests } = await signedIn(service.url);
  await expect(requests.call('GET /user', {})).rejects.toMatchObject({ code: 'upstream_unavailable' });
});

test('a call that waits is never sent for somebody who signs in meanwhile', async () => {
  const service = await fakeService();
  const { requests, accounts } = await signedIn(service.url);
  const session = { accessToken: 'access-eve', refreshToken: 'refresh-eve', signKey: 'key-eve', expiresAt: 2 ** 40 };
  service.on('POST /shelf/delete', async () => {
    const account = { account: 'u_eve-test', service: service.url, vid: 'u_eve', name: 'Eve', avatar: '' };
    await accounts.signIn({ ...account, session });
    return failing('too_many_requests')(...none);
  });
  const options = { account: 'u_reader-test' };
  const call = requests.call('POST /shelf/delete', { bookIds: ['b'] }, options);
  await expect(call).rejects.toMatchObject({ code: 'not_signed_in' });
  expect(service.received.map(({ headers }) => headers.authorization)).toEqual(['Bearer access-0']);
});

test('a refresh whose answer comes after a new sign-in does not replace the new session', async () => {
  const service = await fakeService({ 'GET /user': () => ({}) });
  const { requests, accounts } = await signedIn(service.url, { expireIn: 10 });
  service.on('POST /login', async () => {
    const before = accounts.active();
    if (!before?.session) throw new Error('nobody was signed in');
    const session = { ...before.session, accessToken: 'access-new', refreshToken: 'refresh-new', expiresAt: 2 ** 40 };
    await accounts.signIn({ ...before, session });
    return failing('session_expired')(...none);
  });
  await requests.call('GET /user', {}).catch(() => undefined);
  expect(accounts.active()?.session?.refreshToken).toBe('refresh-new');
});
