// Run as a process of its own by the kill -9 test: imports one file into the folder's spool and waits to be killed.

import { join } from 'node:path';
import { catalog } from '../../api/catalog.ts';
import type { Route, RouteKey } from '../../api/route.ts';
import { openLog } from '../../electron/disk/log.ts';
import { importFiles } from '../../electron/imports/files.ts';
import { createImports } from '../../electron/imports/imports.ts';
import { openSpool } from '../../electron/imports/spool.ts';
import { createClock } from '../../electron/requests/clock.ts';
import { createOnline } from '../../electron/requests/online.ts';
import { createRequests } from '../../electron/requests/requests.ts';
import { createTransport } from '../../electron/requests/transport.ts';
import { openAccounts } from '../../electron/sign-in/accounts.ts';
import { createSessions } from '../../electron/sign-in/sessions.ts';
import { openVault } from '../../electron/vault/vault.ts';

const [folder = '', service = '', file = ''] = process.argv.slice(2);
const log = openLog(join(folder, 'logs'), { echo: () => undefined });
const accounts = await openAccounts(await openVault(folder, log), log);
const clock = createClock();
const expiresAt = clock.now() + 3600;
const session = { accessToken: 'access-0', refreshToken: 'refresh-0', signKey: 'sign-key-0', expiresAt };
const account = 'u_reader-test';
await accounts.signIn({ account, service, vid: 'u_reader', name: 'Ada', avatar: '', session });
const routes = new Map(catalog.flatMap((domain) => Object.entries(domain.routes)) as [RouteKey, Route][]);
const transport = createTransport(routes, clock);
const sessions = createSessions({ accounts, transport, clock, deviceId: 'd', log, onExpired: () => undefined });
const online = createOnline({ log, probe: () => fetch(service), changed: () => undefined });
const imports = createImports({
  spool: await openSpool(join(folder, 'imports'), log),
  requests: createRequests({ transport, sessions, online, service: () => service }),
  account: () => account,
  isSignedIn: () => true,
  progress: () => undefined,
  log,
});
await importFiles([file], imports, log);
setInterval(() => undefined, 60_000);
