// Composes the main process: storage, sign-in, requests, imports, book files and the panel behind the calls of the
// contract. Knows neither Electron nor Chromium.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { catalog } from '../api/catalog.ts';
import type { Route, RouteKey } from '../api/route.ts';
import { createBookFiles } from './books/book-files.ts';
import { createRemoteParts } from './books/remote-parts.ts';
import type { Client, HostParts, StartOptions } from './client-parts.ts';
import { devicePlaces } from './device/places.ts';
import { watchPower } from './device/power.ts';
import { openPanel } from './eink/panel.ts';
import { createHandlers } from './handlers.ts';
import { importFiles } from './imports/files.ts';
import { createImports } from './imports/imports.ts';
import { openSpool } from './imports/spool.ts';
import { createClock } from './requests/clock.ts';
import { exchangeJson } from './requests/exchange.ts';
import { createOnline } from './requests/online.ts';
import { createRequests } from './requests/requests.ts';
import { createTransport, hearTime } from './requests/transport.ts';
import { serveIpc } from './serve-ipc.ts';
import { openAccounts } from './sign-in/accounts.ts';
import { signInByItself } from './sign-in/auto-sign-in.ts';
import { createLogin } from './sign-in/login.ts';
import { createSessions } from './sign-in/sessions.ts';
import { createTranslation } from './translation/translation.ts';
import { openVault } from './vault/vault.ts';

const defaultService = 'http://127.0.0.1:8080';

/** Everything of the client but its window. Rejects when `folder` cannot be read. */
export async function createClient(parts: HostParts, options: StartOptions): Promise<Client> {
  const { folder, settings, log, emit } = parts;
  if (options.service) await settings.change({ service: options.service });
  const service = () => settings.values.service ?? process.env.OCTAVO_SERVICE ?? defaultService;
  const { deviceId } = settings.values;
  const vault = await openVault(join(folder, 'vault'), log, parts.keyring);
  const accounts = await openAccounts(vault, log);
  const clock = createClock(undefined, {
    offset: settings.values.clockOffset ?? 0,
    changed(offset) {
      emit('clock.changed', { offset });
      settings.change({ clockOffset: offset }).catch((cause: unknown) => {
        log.error('The clock’s offset could not be kept', { cause });
      });
    },
  });
  const transport = createTransport(new Map<RouteKey, Route>(catalog.flatMap(routesOf)), clock);
  const activeService = () => accounts.active()?.service ?? service();
  const online = createOnline({
    log,
    changed: (reached) => emit('service.online', { online: reached }),
    probe: () => {
      const url = `${activeService()}/.well-known/octavo-configuration`;
      return exchangeJson({ method: 'GET', url, headers: {}, timeout: 10_000, heard: hearTime(clock) });
    },
  });
  const activeAccount = () => accounts.active()?.account;
  const login = createLogin({
    ...{ accounts, transport, clock, service, deviceId, log },
    isOnline: () => online.online,
    openOutside: parts.openOutside,
    changed(state) {
      emit('account.changed', state);
      imports.resume();
    },
  });
  const onExpired = () => emit('account.changed', login.state());
  const sessions = createSessions({ accounts, transport, clock, deviceId, log, onExpired });
  const requests = createRequests({ transport, sessions, online, service: activeService });
  const imports = createImports({
    ...{ requests, log, account: activeAccount },
    isSignedIn: () => accounts.active()?.session !== undefined,
    spool: await openSpool(join(folder, 'imports'), log),
    progress: (progress) => emit('import.progress', progress),
  });
  const bookFiles = createBookFiles({
    ...{ requests, log, service: activeService },
    folder: join(folder, 'cache'),
    account: activeAccount,
  });
  const remoteParts = createRemoteParts({ log });
  const places = devicePlaces(process.env, existsSync);
  const panel = await openPanel({ settings, places, folder, log });
  const power = watchPower({ places, emit, log });
  const translation = createTranslation({ settings, vault });
  online.onReturn(imports.resume);
  imports.resume();

  const stopping = new AbortController();
  if (options.autoSignIn) void signInByItself(login, parts.announce, log, stopping.signal);
  let waitingFiles = [...options.files];
  const takeFiles = (files: readonly string[]) => importFiles(files, imports, log);
  const onPainted = () => {
    parts.announce('painted');
    const files = waitingFiles;
    waitingFiles = [];
    void takeFiles(files);
  };
  const shared = { parts, login, requests, imports, bookFiles, panel, power, places, translation, onPainted };

  return {
    answer: (host) => serveIpc(createHandlers({ ...shared, host }), log),
    serveBytes: async (path, headers) => (await remoteParts.serve(path)) ?? bookFiles.serve(path, headers),
    importFiles: takeFiles,
    async stop() {
      stopping.abort();
      login.cancel();
      online.stop();
      await Promise.all([imports.stop(), panel.close(), power.close()]);
    },
  };
}

const routesOf = (domain: { routes: object }) => Object.entries(domain.routes) as [RouteKey, Route][];
