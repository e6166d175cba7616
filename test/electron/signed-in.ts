// The request path for tests: signed in at a fake service, with a real vault on disk.

import { onTestFinished } from 'vitest';
import { catalog } from '../../api/catalog.ts';
import type { Route, RouteKey } from '../../api/route.ts';
import { type Clock, createClock } from '../../electron/requests/clock.ts';
import { createOnline, type Online } from '../../electron/requests/online.ts';
import { createRequests, type Requests } from '../../electron/requests/requests.ts';
import { createTransport, type Transport } from '../../electron/requests/transport.ts';
import { type Accounts, openAccounts } from '../../electron/sign-in/accounts.ts';
import { createSessions } from '../../electron/sign-in/sessions.ts';
import { openVault, type Vault } from '../../electron/vault/vault.ts';
import { type RecordingLog, recordingLog } from './recording-log.ts';
import { temporaryFolder } from './temporary-folder.ts';

export const routeTable = () =>
  new Map(catalog.flatMap((domain) => Object.entries(domain.routes)) as [RouteKey, Route][]);

export interface SignedIn {
  folder: string;
  vault: Vault;
  accounts: Accounts;
  clock: Clock;
  transport: Transport;
  online: Online;
  requests: Requests;
  log: RecordingLog;
  /** What the client was told: `online`, `offline`, `expired`. */
  told: string[];
}

interface Options {
  folder?: string;
  /** Seconds that the first session lives. */
  expireIn?: number;
  deviceClock?: () => number;
}

export async function signedIn(service: string, options: Options = {}): Promise<SignedIn> {
  const folder = options.folder ?? (await temporaryFolder());
  const log = recordingLog();
  const told: string[] = [];
  const vault = await openVault(folder, log);
  const accounts = await openAccounts(vault, log);
  const clock = createClock(options.deviceClock);
  if (!accounts.active()) {
    await accounts.signIn({
      account: 'u_reader-test',
      service,
      vid: 'u_reader',
      name: 'Ada',
      avatar: '',
      session: {
        accessToken: 'access-0',
        refreshToken: 'refresh-0',
        signKey: 'sign-key-0',
        expiresAt: clock.now() + (options.expireIn ?? 3600),
      },
    });
  }
  const transport = createTransport(routeTable(), clock);
  const online = createOnline({
    log,
    probe: () => fetch(`${service}/probe`),
    changed: (reached) => told.push(reached ? 'online' : 'offline'),
    firstPause: 20,
    longestPause: 50,
  });
  onTestFinished(online.stop);
  const onExpired = () => void told.push('expired');
  const sessions = createSessions({ accounts, transport, clock, deviceId: 'device-1', log, onExpired });
  const requests = createRequests({ transport, sessions, online, service: () => service, firstPause: 5 });
  return { folder, vault, accounts, clock, transport, online, requests, log, told };
}
