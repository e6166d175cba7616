// Signing in with another device: asks for a code, and for a new one before the old one expires. The main process
// waits for the person's consent and tells the account's new state by itself.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Bridge, DeviceSignIn } from '../../api/ipc.ts';

/** Seconds before its end at which a code is replaced: nobody should type a dying one. */
const refreshBefore = 30;
const soonest = 10;

export interface SignInState {
  device: DeviceSignIn | undefined;
  problem: { code: string; message: string } | undefined;
  /** The browser of this computer was opened for the sign-in. */
  browserOpened: boolean;
}

export interface SignIn {
  state: StoreApi<SignInState>;
  start(): Promise<void>;
  inBrowser(): Promise<void>;
  /** Ends what is under way. */
  stop(): void;
}

export function createSignIn(bridge: Bridge, now: () => number = () => Date.now() / 1000): SignIn {
  const state = createStore<SignInState>(() => ({ device: undefined, problem: undefined, browserOpened: false }));
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  const start = async () => {
    clearTimeout(timer);
    stopped = false;
    const result = await bridge.call('account.startDevice', {});
    if (stopped) return;
    if (!result.ok) {
      state.setState({ device: undefined, problem: { code: result.code, message: result.message } });
      return;
    }
    state.setState({ device: result.value, problem: undefined });
    const seconds = Math.max(soonest, result.value.expiresAt - now() - refreshBefore);
    timer = setTimeout(() => void start(), seconds * 1000);
  };
  return {
    state,
    start,
    async inBrowser() {
      const result = await bridge.call('account.startBrowser', {});
      if (result.ok) state.setState({ browserOpened: true, problem: undefined });
      else if (result.code !== 'cancelled') state.setState({ problem: { code: result.code, message: result.message } });
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
      // A code that nobody waits for must not be shown again, not even for a moment.
      state.setState({ device: undefined, problem: undefined, browserOpened: false });
      void bridge.call('account.cancelSignIn', {});
    },
  };
}
