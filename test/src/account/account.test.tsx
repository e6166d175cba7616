// Signing in and out: codes are renewed before they expire, every way leads somewhere, local data go only when asked.

import { expect, it, vi } from 'vitest';
import { createSignIn } from '../../../src/account/sign-in.ts';
import { deleteDatabase, openDatabase } from '../../../src/db/database.ts';
import { recordEvent } from '../../../src/db/outbox/record-event.ts';
import { buttonNamed, press, runApplication, titlesShown, until } from '../app/running-application.ts';
import { createFakeBridge } from '../fake-bridge.ts';
import { createServiceModel } from '../service-model.ts';

const signedOut = () => ({ state: 'signedOut' as const, account: `local-${crypto.randomUUID()}` });

it('shows code, address and QR code, and the shelf once the person has agreed', async () => {
  const { bridge } = await runApplication({ account: signedOut(), books: [{ title: 'Emma' }] });
  await until(() => document.querySelector('[data-user-code="WDJB-MJHT"]'));
  expect(document.querySelector('.qr')?.getAttribute('src')).toContain('data:image/svg+xml');
  expect(document.body.textContent).toContain('https://id.example.org/device');
  bridge.account = { ...bridge.account, state: 'signedIn', account: `u-${crypto.randomUUID()}`, name: 'Ada' };
  bridge.emit('account.changed', bridge.account);
  await until(() => titlesShown().join() === 'Emma');
});

it('asks for a new code before the old one expires', async () => {
  vi.useFakeTimers();
  try {
    const bridge = createFakeBridge(createServiceModel(() => 0));
    const signIn = createSignIn(bridge);
    await signIn.start();
    const asked = () => bridge.calls.filter(({ name }) => name === 'account.startDevice').length;
    expect(asked()).toBe(1);
    await vi.advanceTimersByTimeAsync(560_000);
    expect(asked()).toBe(1);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(asked()).toBe(2);
    signIn.stop();
    await vi.advanceTimersByTimeAsync(1_200_000);
    expect(asked()).toBe(2);
  } finally {
    vi.useRealTimers();
  }
});

it('says when the sign-in service does not answer, and tries again when asked', async () => {
  let down = true;
  const { bridge } = await runApplication({
    account: signedOut(),
    prepare: (fake) => {
      const original = fake.call;
      fake.call = (async (name: never, request: never) =>
        name === 'account.startDevice' && down
          ? { ok: false, code: 'offline', message: 'There is no connection to the service.' }
          : original(name, request)) as typeof original;
    },
  });
  await until(() => document.body.textContent?.includes('There is no connection to the service.'));
  down = false;
  await press('Try again');
  await until(() => document.querySelector('[data-user-code]'));
  expect(bridge.logged).toEqual([]);
});

it('goes on without an account, and offers to sign in later', async () => {
  await runApplication({ account: signedOut() });
  await press('Continue without an account');
  await until(() => document.body.textContent?.includes('Your shelf is empty'));
  await press('On this device only');
  await until(() => document.querySelector('[data-user-code]'));
  expect(buttonNamed('Back')).toBeDefined();
});

it('shows no code of an earlier sign-in, and a new one when the shown one has ended', async () => {
  let codes = 0;
  const { bridge } = await runApplication({
    account: signedOut(),
    prepare: (fake) => {
      const original = fake.call;
      fake.call = (async (name: never, request: never) => {
        if (name !== 'account.startDevice') return original(name, request);
        const reply = (await original(name, request)) as unknown as { value: object };
        return { ok: true, value: { ...reply.value, userCode: `CODE-${++codes}` } };
      }) as typeof original;
    },
  });
  await until(() => document.querySelector('[data-user-code="CODE-1"]'));
  await press('Continue without an account');
  await until(() => buttonNamed('On this device only'));
  buttonNamed('On this device only')?.click();
  const code = await until(() => document.querySelector('[data-user-code]'));
  expect(code.textContent).toBe('CODE-2');
  // The person refused, or the code expired: the state is told once more, unchanged.
  bridge.emit('account.changed', bridge.account);
  await until(() => document.querySelector('[data-user-code="CODE-3"]'));
  expect(document.querySelector('h1')?.textContent).toBe('Sign in');
});

it('keeps local data on signing out, unless they are to go', async () => {
  const account = `u-${crypto.randomUUID()}`;
  const first = await runApplication({ account: { account }, books: [{ title: 'Emma' }] });
  await until(() => titlesShown().length === 1);
  const { database } = first.application.state.getState().session;
  await recordEvent(database, { kind: 'shelf.top', bookIds: ['b_0'], isTop: 1 });
  first.application.routes.go({ name: 'account' });
  await press('Sign out…');
  await until(() => document.querySelector('[role=dialog]')?.textContent?.includes('1 change was not sent yet.'));
  await press('Keep books and notes');
  await until(() => document.querySelector('[data-user-code]'));
  const kept = await openDatabase(account);
  expect(await kept.books.count()).toBe(1);
  expect(await kept.events.count()).toBe(1);
  kept.close();
  await deleteDatabase(account);
});

it('deletes local data on signing out when asked', async () => {
  const account = `u-${crypto.randomUUID()}`;
  const { application } = await runApplication({ account: { account }, books: [{ title: 'Emma' }] });
  await until(() => titlesShown().length === 1);
  application.routes.go({ name: 'account' });
  await press('Sign out…');
  await press('Delete books and notes');
  await until(() => document.querySelector('[data-user-code]'));
  const names = async () => (await indexedDB.databases()).map(({ name }) => name);
  for (let tries = 0; (await names()).includes(`octavo-${account}`) && tries < 100; tries++)
    await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await names()).not.toContain(`octavo-${account}`);
});

it('deletes local data under no session that is still at work', async () => {
  const account = `u-${crypto.randomUUID()}`;
  const { application, bridge } = await runApplication({ account: { account }, books: [{ title: 'Emma' }] });
  await until(() => titlesShown().length === 1);
  const { session } = application.state.getState();
  const [original, reply] = [bridge.call.bind(bridge), Promise.withResolvers<void>()];
  const asked = vi.spyOn(bridge, 'call').mockImplementation((async (name, request) => {
    const answer = await original(name, request);
    if (name === 'service.call') await reply.promise;
    return answer;
  }) as typeof bridge.call);
  // A window that paints nothing is closed later than any other.
  const paints = vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(0);
  const closed = vi.spyOn(session, 'close');
  const synced = session.sync()?.now();
  await until(() => asked.mock.calls.some(([name]) => name === 'service.call'));
  const signedOut = application.signOut(true);
  await until(() => application.state.getState().session !== session);
  await new Promise((resolve) => setTimeout(resolve, 200));
  reply.resolve();
  await Promise.all([signedOut, synced]);
  await until(() => closed.mock.results[0]);
  await closed.mock.results[0]?.value;
  paints.mockRestore();
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(`octavo-${account}`);
});

it('deletes what is here also where the main process could not delete its own, and says so', async () => {
  const account = `u-${crypto.randomUUID()}`;
  const { application, bridge } = await runApplication({ account: { account }, books: [{ title: 'Emma' }] });
  await until(() => titlesShown().length === 1);
  const original = bridge.call.bind(bridge);
  vi.spyOn(bridge, 'call').mockImplementation((async (name, request) => {
    const answer = await original(name, request);
    return name === 'account.signOut' ? { ok: false, code: 'internal', message: 'no access' } : answer;
  }) as typeof bridge.call);
  await expect(application.signOut(true)).rejects.toThrow('no access');
  expect(application.state.getState().account.state).toBe('signedOut');
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(`octavo-${account}`);
});

it('keeps showing the shelf when the session has expired, and says what to do', async () => {
  const { bridge } = await runApplication({ books: [{ title: 'Emma' }] });
  await until(() => titlesShown().length === 1);
  bridge.account = { ...bridge.account, state: 'expired' };
  bridge.emit('account.changed', bridge.account);
  await until(() => buttonNamed('Sign in again'));
  expect(titlesShown()).toEqual(['Emma']);
});

it('counts the changes that the service refused among those that signing out would lose', async () => {
  const { application } = await runApplication({ account: { account: `u-${crypto.randomUUID()}` }, books: [] });
  const { database } = application.state.getState().session;
  await recordEvent(database, { kind: 'shelf.add', bookIds: ['b_9'] });
  const [event] = await database.events.toArray();
  await database.events.update(event?.seq ?? 0, { state: 'refused', error: { code: 'no_permission', message: '' } });
  application.routes.go({ name: 'account' });
  await press('Sign out…');
  await until(() => document.querySelector('[role=dialog]')?.textContent?.includes('1 change was not sent yet.'));
});

it('sends a refused change again soon after its reader asked for that', async () => {
  const { application } = await runApplication({ account: { account: `u-${crypto.randomUUID()}` }, books: [] });
  const { database, sync } = application.state.getState().session;
  const running = sync();
  if (!running) throw new Error('Nothing syncs.');
  await running.now();
  await recordEvent(database, { kind: 'shelf.add', bookIds: ['b_9'] });
  const [event] = await database.events.toArray();
  await database.events.update(event?.seq ?? 0, { state: 'refused', error: { code: 'no_permission', message: '' } });
  const soon = vi.spyOn(running, 'soon');
  application.routes.go({ name: 'account' });
  await press('Send again');
  await expect.poll(() => soon.mock.calls.length).toBe(1);
  expect(await database.events.toArray()).toMatchObject([{ state: 'waiting' }]);
});

it('ends the first sync of an account that another one has taken the place of, without a word', async () => {
  const { application, bridge, reported } = await runApplication({ account: { state: 'local', account: 'local' } });
  const [original, held] = [bridge.call.bind(bridge), Promise.withResolvers<void>()];
  const asked = vi.spyOn(bridge, 'call').mockImplementation((async (name, request) => {
    if (name === 'service.call') await held.promise;
    return original(name, request);
  }) as typeof bridge.call);
  const change = async () => {
    const { session: before } = application.state.getState();
    bridge.account = { ...bridge.account, state: 'signedIn', account: `u-${crypto.randomUUID()}` };
    bridge.emit('account.changed', bridge.account);
    await until(() => application.state.getState().session !== before);
    return application.state.getState().session;
  };
  const first = await change();
  await until(() => asked.mock.calls.some(([name]) => name === 'service.call'));
  const synced = first.sync()?.now();
  const second = await change();
  await until(() => !first.database.isOpen());
  held.resolve();
  await Promise.all([synced, second.syncNow()]);
  expect(reported).toEqual([]);
});
