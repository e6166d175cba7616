// The main process as the renderer sees it, backed by the service model: accounts, calls, imports, panel.

import { AppError, type ErrorCode } from '../../api/errors.ts';
import type { AccountState, Bridge, ImportProgress, IpcEvent, IpcName } from '../../api/ipc.ts';
import type { Light } from '../../api/panel.ts';
import { noTranslation } from '../../api/translation.ts';
import type { Loose, ServiceModel } from './service-model.ts';

export interface FakeBridge extends Bridge {
  account: AccountState;
  panelDpi: number;
  lights: Light[];
  keepsPicture: boolean;
  /** The page before this one did not answer. */
  heldUp: boolean;
  /** The service does not answer. */
  offline: boolean;
  /** Calls that are refused, by the code of the refusal. */
  broken: Partial<Record<IpcName, ErrorCode>>;
  calls: { name: string; request: Loose }[];
  logged: string[];
  emit(name: IpcEvent, value: Loose): void;
  /** Files that were handed over completely. */
  imported: Map<string, { name: string; bytes: Uint8Array }>;
}

export function createFakeBridge(service: ServiceModel, account: Partial<AccountState> = {}): FakeBridge {
  const listeners = new Map<string, Set<(value: Loose) => void>>();
  const spool = new Map<string, { name: string; size: number; bytes: Uint8Array; received: number }>();
  const imported: FakeBridge['imported'] = new Map();
  const panelInfo = (backend: string) => ({
    ...{ backend, greys: backend === 'none' ? 256 : 16 },
    ...{ dpi: bridge.panelDpi, wants: 'after', keepsPicture: bridge.keepsPicture },
  });
  const panelOptions = { partialCommand: '', fullCommand: '', rotation: 0, performance: false };
  const translation = { options: { ...noTranslation }, hasKey: false };
  const handlers: Partial<Record<IpcName, (request: Loose) => unknown>> = {
    'app.info': () => ({ host: 'browser', version: '0.1.0', platform: 'linux', heldUp: bridge.heldUp }),
    'app.painted': () => ({}),
    'account.state': () => bridge.account,
    'account.startDevice': () => ({
      userCode: 'WDJB-MJHT',
      verificationUri: 'https://id.example.org/device',
      verificationUriComplete: 'https://id.example.org/device?user_code=WDJB-MJHT',
      qr: sampleQr(),
      expiresAt: Math.floor(Date.now() / 1000) + 600,
    }),
    'account.startBrowser': () => ({ url: 'https://id.example.org/auth' }),
    'account.cancelSignIn': () => ({}),
    'account.useLocal': () => {
      bridge.account = { ...bridge.account, state: 'local', account: 'local' };
      return bridge.account;
    },
    'account.signOut': () => {
      bridge.account = {
        state: 'signedOut',
        account: 'local',
        service: bridge.account.service,
        deviceId: bridge.account.deviceId,
        online: true,
      };
      return bridge.account;
    },
    'service.call': ({ route, params }) => {
      if (bridge.offline) throw new AppError('offline');
      return service.call(route, params);
    },
    'import.list': () => [],
    'import.open': ({ name, size }) => {
      const importId = `i_${spool.size + 1}`;
      spool.set(importId, { name, size, bytes: new Uint8Array(size), received: 0 });
      return { importId };
    },
    'import.chunk': ({ importId, offset, bytes }) => {
      const entry = spool.get(importId);
      if (!entry) throw new AppError('not_found');
      entry.bytes.set(bytes, offset);
      entry.received += bytes.length;
      return {};
    },
    'import.commit': ({ importId }) => {
      const entry = spool.get(importId);
      if (!entry || entry.received !== entry.size) throw new AppError('checksum_mismatch');
      imported.set(importId, entry);
      return {};
    },
    'import.read': ({ importId, offset }) => ({
      bytes: new Uint8Array(imported.get(importId)?.bytes.slice(offset, offset + 1000) ?? []),
    }),
    'import.cancel': () => ({}),
    'panel.info': () => panelInfo('none'),
    'panel.setBackend': ({ backend }) => panelInfo(backend === 'auto' ? 'none' : backend),
    'panel.list': () => foundPanels,
    'panel.options': () => panelOptions,
    'panel.setOptions': (change) => {
      if (/"$/.test(change.partialCommand ?? '')) throw new AppError('bad_argument');
      Object.assign(panelOptions, change);
      return panelInfo('command');
    },
    'panel.prepare': () => ({}),
    'power.state': () => ({ battery: { percent: 64, charging: false } }),
    'power.lights': () => bridge.lights,
    'power.setLight': () => ({}),
    'power.sleepPainted': () => ({}),
    'panel.refresh': () => ({}),
    'app.savePicture': ({ name }) => ({ path: `/home/reader/Pictures/${name}` }),
    'translation.state': () => translation,
    'translation.change': ({ options, key }) => {
      if (options.address === 'nonsense') throw new AppError('bad_argument');
      Object.assign(translation, { options, hasKey: key === undefined ? translation.hasKey : key !== '' });
      return translation;
    },
    'translation.translate': ({ text, to }) => {
      if (bridge.offline) throw new AppError('offline');
      if (translation.options.kind === 'none') throw new AppError('not_found');
      return { text: `${to}: ${text}` };
    },
    'log.write': ({ message }) => {
      bridge.logged.push(message);
      return {};
    },
  };
  const bridge: FakeBridge = {
    account: {
      state: 'signedIn',
      account: `test-${crypto.randomUUID()}`,
      name: 'Ada',
      service: 'http://127.0.0.1:8080',
      deviceId: 'd_one',
      online: true,
      ...account,
    },
    panelDpi: 96,
    lights: [],
    keepsPicture: false,
    heldUp: false,
    offline: false,
    broken: {},
    calls: [],
    logged: [],
    imported,
    async call(name: IpcName, request: Loose): Promise<Loose> {
      bridge.calls.push({ name, request });
      await Promise.resolve();
      try {
        const refusal = bridge.broken[name];
        if (refusal) throw new AppError(refusal);
        const handler = handlers[name];
        if (!handler) throw new AppError('not_found', `no handler for ${name}`);
        return { ok: true, value: structuredClone(handler(request)) };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return { ok: false, code: error.code, message: error.message };
      }
    },
    on(name: string, listener: (value: Loose) => void) {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set.add(listener));
      return () => set.delete(listener);
    },
    emit(name, value) {
      for (const listener of listeners.get(name) ?? []) listener(value);
    },
  };
  return bridge;
}

export function progressOf(importId: string, stage: ImportProgress['stage'], done = 0, total = 100): ImportProgress {
  return { importId, name: 'Moby-Dick.epub', stage, done, total };
}

const foundPanels = [
  { backend: 'pinenote-dbus', found: false, inUse: false, lost: false },
  { backend: 'simulated', found: false, inUse: false, lost: false },
  { backend: 'command', found: false, inUse: false, lost: false },
  { backend: 'none', found: true, inUse: true, lost: false },
];

/** The complete address of the sign-in above as a code that phones read: a row of its squares in each number. */
const qrRows = [
  '07f4e711fc 041675d504 05d4f82574 05d0954d74 05d6ee2574 04113c9d04 07f55555fc 0002ac1c00 04fd97425c 01c8ebb878 07152c3b7c',
  '054eadca98 06ddaa2f84 00a833e090 0236cae5c0 052cb44ef4 06768857d0 0521cbe154 00f53bdcb4 056b900970 06b7552ca8 064e6013e0',
  '043a52ec4c 05810bda98 07b9a44fec 0004cf6450 07f44efd50 04156b147c 05d61e7fcc 05d7572ebc 05d11ae6cc 0410e085fc 07f7fa8dc0',
].flatMap((line) => line.split(' '));

function sampleQr(): string {
  const size = 37;
  const cells = qrRows.flatMap((row, y) => {
    const bits = BigInt(`0x${row}`);
    const dark = Array.from({ length: size }, (_, x) => x).filter((x) => (bits >> BigInt(size - 1 - x)) & 1n);
    return dark.map((x) => `M${x} ${y + 2}h1v1h-1z`);
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path d="${cells.join('')}"/></svg>`;
}
