// Signing in and out: by QR code, through the system's browser, or not at all. Tells everyone when the account changes.

import { hostname } from 'node:os';
import { AppError } from '../../api/errors.ts';
import type { AccountState, DeviceSignIn } from '../../api/ipc.ts';
import type { Session } from '../../api/nouns/session.ts';
import { describeError, type Log } from '../disk/log.ts';
import type { Clock } from '../requests/clock.ts';
import type { Transport } from '../requests/transport.ts';
import { type Accounts, accountName, localAccount } from './accounts.ts';
import { pollDevice, requestDeviceCode, showDeviceCode } from './device-sign-in.ts';
import { findIssuer } from './issuer.ts';
import { openLoopbackRedirect } from './loopback-redirect.ts';
import { toStored } from './sessions.ts';

interface Parts {
  accounts: Accounts;
  transport: Transport;
  clock: Clock;
  /** The service to sign in at. */
  service(): string;
  deviceId: string;
  isOnline(): boolean;
  log: Log;
  changed(state: AccountState): void;
  openOutside(url: string): Promise<void>;
}

/** A device sign-in under way; `ended` says whether it signed someone in. */
interface Device {
  shown: DeviceSignIn;
  ended: Promise<boolean>;
}

export interface Login {
  state(): AccountState;
  startDevice(): Promise<Device>;
  startBrowser(): Promise<{ url: string }>;
  cancel(): void;
  useLocal(): Promise<AccountState>;
  /** The account that was signed out, if there was one. */
  signOut(): Promise<string | undefined>;
}

/** A code with less time left is not worth showing. Seconds. */
const worthShowing = 30;
const browserTime = 10 * 60_000;

export function createLogin(parts: Parts): Login {
  const { accounts, transport, clock, service, deviceId, log } = parts;
  // Both ways may be under way at once: the code stays on the page while the browser is open.
  let byDevice = new AbortController();
  let byBrowser = new AbortController();
  let device: Promise<Device> | undefined;

  const state = () => describeAccount(parts);

  function cancelDevice(): void {
    byDevice.abort();
    byDevice = new AbortController();
    device = undefined;
  }

  function cancelBrowser(): void {
    byBrowser.abort();
    byBrowser = new AbortController();
  }

  function cancel(): void {
    cancelDevice();
    cancelBrowser();
  }

  async function open(at: string, proof: Record<string, unknown>, signal: AbortSignal): Promise<void> {
    const about = { deviceId, deviceName: hostname().slice(0, 128), deviceType: 'linux' };
    const session = (await transport.json(at, 'POST /login', { ...about, ...proof }, { signal })) as Session;
    clock.learn(session.timestamp);
    const { vid, name, avatar } = session;
    const account = accountName(at, vid);
    await accounts.signIn({ account, service: at, vid, name, avatar, session: toStored(session, clock) });
    log.info('Signed in', { account });
    cancel();
    parts.changed(state());
  }

  async function requestDevice(signal: AbortSignal): Promise<Device> {
    const at = service();
    const code = await requestDeviceCode(at, transport, log);
    const proof = { code: code.deviceCode, isFromQrcode: 1 };
    const ended = pollDevice(code, (polling) => open(at, proof, polling), signal).then(
      () => true,
      (error: unknown) => {
        if (signal.aborted) return false;
        log.info('The sign-in by code ended', { cause: describeError(error) });
        device = undefined;
        // The view asks for a new code when it hears of this.
        parts.changed(state());
        return false;
      },
    );
    return { shown: showDeviceCode(code), ended };
  }

  async function startDevice(): Promise<Device> {
    const pending = device;
    if (pending) {
      // Its own caller hears why it failed; here it only means that a new one is needed.
      const known = await pending.catch(() => undefined);
      if (known && known.shown.expiresAt - Date.now() / 1000 > worthShowing) return known;
      // Someone else has asked for a new one meanwhile.
      if (device && device !== pending) return startDevice();
    }
    cancelDevice();
    const requested = requestDevice(byDevice.signal);
    device = requested;
    try {
      return await requested;
    } catch (error) {
      if (device === requested) device = undefined;
      throw error;
    }
  }

  async function startBrowser(): Promise<{ url: string }> {
    cancelBrowser();
    const { signal } = byBrowser;
    const at = service();
    const issuer = await findIssuer(at);
    const redirect = await openLoopbackRedirect();
    const limit = AbortSignal.any([signal, AbortSignal.timeout(browserTime)]);
    limit.addEventListener('abort', redirect.close);
    try {
      const { url, finish } = await issuer.startBrowser(redirect.uri);
      // Asked for again or given up meanwhile: the browser must not be opened for an address that nobody waits at.
      if (signal.aborted) throw new AppError('cancelled');
      redirect.returned
        .then(async (returned) => {
          redirect.close();
          await open(at, { extToken: await finish(returned) }, signal);
        })
        .catch((error: unknown) => {
          log.warn('The sign-in through the browser failed', { cause: describeError(error) });
          parts.changed(state());
        });
      await parts.openOutside(url).catch((error: unknown) => {
        // The page shows the address, so that it can be opened by hand.
        log.info('The browser was not opened', { cause: describeError(error) });
      });
      return { url };
    } catch (error) {
      redirect.close();
      throw error;
    }
  }

  /** Rotates the tokens one last time and forgets the new ones, so that nobody holds anything that works. */
  async function endSession(): Promise<void> {
    const account = accounts.active();
    if (!account?.session) return;
    const { refreshToken, signKey } = account.session;
    const proof = { deviceId, refreshToken, isAutoLogout: 1 };
    await transport.json(account.service, 'POST /login', proof, { signKey, timeout: 5000 }).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      log.info('The service did not confirm the end of the session', { reason: error.code });
    });
  }

  return {
    state,
    startDevice,
    startBrowser,
    cancel,
    async useLocal() {
      cancel();
      await accounts.useLocal();
      parts.changed(state());
      return state();
    },
    async signOut() {
      cancel();
      const account = accounts.active()?.account;
      await endSession();
      await accounts.remove(account ?? localAccount);
      parts.changed(state());
      return account;
    },
  };
}

function describeAccount({ accounts, service, deviceId, isOnline, clock }: Parts): AccountState {
  const account = accounts.active();
  const shared = { service: account?.service ?? service(), deviceId, online: isOnline(), clockOffset: clock.offset };
  if (!account) return { ...shared, account: localAccount, state: accounts.isLocal() ? 'local' : 'signedOut' };
  const { vid, name, avatar } = account;
  return { ...shared, account: account.account, vid, name, avatar, state: account.session ? 'signedIn' : 'expired' };
}
