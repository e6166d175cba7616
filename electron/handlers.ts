// What each call of the contract does, for one kind of host. Thin: the work is elsewhere.

import { AppError } from '../api/errors.ts';
import type { Handlers } from '../api/ipc.ts';
import packageFile from '../package.json' with { type: 'json' };
import type { BookFiles } from './books/book-files.ts';
import type { HostName, HostParts } from './client-parts.ts';
import { listLights, setLight } from './device/lights.ts';
import type { DevicePlaces } from './device/places.ts';
import type { Power } from './device/power.ts';
import { savePicture } from './disk/save-picture.ts';
import { readGreyPicture } from './eink/grey-picture.ts';
import type { Panel } from './eink/panel.ts';
import type { Imports } from './imports/imports.ts';
import { readWebAddress } from './open-outside.ts';
import type { Requests } from './requests/requests.ts';
import type { Login } from './sign-in/login.ts';
import type { Translation } from './translation/translation.ts';
import { unpackFont } from './unpack-font.ts';

interface Parts {
  host: HostName;
  parts: HostParts;
  login: Login;
  requests: Requests;
  imports: Imports;
  bookFiles: BookFiles;
  panel: Panel;
  power: Power;
  places: DevicePlaces;
  translation: Translation;
  onPainted(): void;
}

export function createHandlers({
  host,
  parts,
  login,
  requests,
  imports,
  bookFiles,
  panel,
  power,
  places,
  translation,
  onPainted,
}: Parts): Handlers {
  const running = new Map<string, AbortController>();
  const { version } = packageFile;
  const ownPage = host === 'browser' ? undefined : parts.page;
  const handlers = {
    'app.info': async () => ({
      ...{ host, version, platform: `${process.platform}-${process.arch}` },
      heldUp: ownPage?.heldUp() ?? false,
    }),
    'app.painted': async () => {
      ownPage?.painted();
      onPainted();
      return {};
    },
    'app.quit': async () => {
      // The answer must leave before its connection does.
      setTimeout(parts.quit, 50);
      return {};
    },
    'app.picture': async () => {
      if (!parts.takePicture || host === 'browser')
        throw new AppError('not_found', 'This host has no window to look at.');
      return { picture: await parts.takePicture() };
    },
    'app.openOutside': async ({ url }) => {
      await parts.openOutside(readWebAddress(url));
      return {};
    },
    'app.savePicture': async ({ name, png }) => ({ path: await savePicture(name, png) }),
    'account.state': async () => login.state(),
    'account.startDevice': async () => (await login.startDevice()).shown,
    'account.startBrowser': () => login.startBrowser(),
    'account.cancelSignIn': async () => {
      login.cancel();
      return {};
    },
    'account.useLocal': () => login.useLocal(),
    'account.signOut': async ({ deleteLocalData }) => {
      const account = await login.signOut();
      if (deleteLocalData && account) {
        const forgotten = await Promise.allSettled([bookFiles.forget(account), imports.forget(account)]);
        for (const one of forgotten) if (one.status === 'rejected') throw one.reason;
      }
      return login.state();
    },
    'service.call': async ({ route, params, account, callId }) => {
      const own = account === undefined ? {} : { account };
      if (callId === undefined) return requests.call(route, params, own);
      if (running.has(callId)) throw new AppError('bad_argument', 'A call of that name is running.');
      const controller = new AbortController();
      running.set(callId, controller);
      try {
        return await requests.call(route, params, { ...own, signal: controller.signal });
      } finally {
        running.delete(callId);
      }
    },
    'service.cancel': async ({ callId }) => {
      running.get(callId)?.abort();
      return {};
    },
    'import.open': async ({ name, size }) => ({ importId: await imports.open(name, size) }),
    'import.chunk': async ({ importId, offset, bytes }) => {
      if (!(bytes instanceof Uint8Array)) throw new AppError('bad_argument', 'The piece holds no bytes.');
      await imports.chunk(importId, offset, bytes);
      return {};
    },
    'import.commit': async ({ importId }) => {
      await imports.commit(importId);
      return {};
    },
    'import.read': async ({ importId, offset }) => ({ bytes: await imports.read(importId, offset) }),
    'import.cancel': async ({ importId }) => {
      await imports.cancel(importId);
      return {};
    },
    'import.list': async () => imports.list(),
    'panel.info': async () => panel.info(),
    'panel.list': () => panel.list(),
    'panel.setBackend': ({ backend }) => panel.setBackend(backend),
    'panel.options': async () => panel.options(),
    'panel.setOptions': (change) => panel.setOptions(change),
    'panel.prepare': async ({ plan }) => {
      await panel.prepare(plan);
      return {};
    },
    'panel.refresh': async ({ plan }) => {
      await panel.refresh(plan);
      return {};
    },
    'power.state': async () => power.state(),
    'power.lights': () => listLights(places),
    'power.setLight': async ({ name, percent }) => {
      await setLight(places, name, percent);
      return {};
    },
    'power.sleepPainted': async ({ picture }) => {
      if (picture) await panel.setSleepPicture(readGreyPicture(picture));
      power.sleepPainted();
      return {};
    },
    'translation.state': () => translation.state(),
    'translation.change': ({ options, key }) => translation.change(options, key),
    'translation.translate': (asked) => translation.translate(asked),
    'font.unpack': async (asked) => ({ parts: await unpackFont(asked) }),
    'log.write': async ({ level, message }) => {
      parts.log[level](`page: ${message}`);
      return {};
    },
  } satisfies Handlers;
  return handlers;
}
