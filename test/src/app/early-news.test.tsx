// What the main process tells while the application starts, or opens another account, is not lost.

import { afterEach, expect, it, vi } from 'vitest';
import type { AccountState, IpcEvent, IpcName } from '../../../api/ipc.ts';
import { clockOffset } from '../../../src/db/outbox/service-time.ts';
import { runApplication, titlesShown, until } from './running-application.ts';

afterEach(() => vi.restoreAllMocks());

type Told = [name: IpcEvent, value: object];

/** An application in whose start the main process tells something right behind its answer to `asked`. */
function told(asked: IpcName, account: Partial<AccountState>, tell: (answered: AccountState) => Told[]) {
  return runApplication({
    account,
    books: [{ title: 'Emma' }],
    prepare(bridge) {
      const original = bridge.call;
      bridge.call = (async (name: never, request: never) => {
        const reply = await original(name, request);
        if (name === asked)
          queueMicrotask(() => tell(bridge.account).map(([event, value]) => bridge.emit(event, value)));
        return reply;
      }) as typeof original;
    },
  });
}

const signedOut = () => ({ state: 'signedOut' as const, account: `local-${crypto.randomUUID()}` });

it('shows the shelf of an account that was signed in during the start', async () => {
  const account = `u-${crypto.randomUUID()}`;
  const { application } = await told('account.state', signedOut(), (answered) => [
    ['account.changed', { ...answered, state: 'signedIn', account, name: 'Ada' }],
  ]);
  await until(() => titlesShown().join() === 'Emma');
  expect(application.state.getState().session.account()).toMatchObject({ account, state: 'signedIn' });
  expect(application.routes.current().name).toBe('shelf');
});

it('asks for one code alone when the same state is told once more', async () => {
  const { bridge } = await told('account.state', signedOut(), (answered) => [['account.changed', answered]]);
  await until(() => document.querySelector('[data-user-code]'));
  expect(bridge.calls.filter(({ name }) => name === 'account.startDevice')).toHaveLength(1);
});

it('knows that the service was reached, and how the clock stands, since it was asked', async () => {
  const offline = { state: 'signedIn', account: `u-${crypto.randomUUID()}`, online: false, clockOffset: 5 } as const;
  const { application } = await told('account.state', offline, () => [
    ['service.online', { online: true }],
    ['clock.changed', { offset: 3600 }],
  ]);
  expect(application.state.getState().session.account()).toMatchObject({ online: true, clockOffset: 3600 });
  expect(clockOffset()).toBe(3600);
});

it('knows that the service went away while another account was opened', async () => {
  const { application, bridge } = await runApplication({ account: signedOut() });
  const account = `u-${crypto.randomUUID()}`;
  bridge.emit('account.changed', { ...bridge.account, state: 'signedIn', account, online: true });
  bridge.emit('service.online', { online: false });
  await until(() => application.state.getState().session.account().account === account);
  expect(application.state.getState().session.account().online).toBe(false);
});
