// How the account stands to the service, in one word for the shelf's footer. It changes only when the reader asked
// for something or the shelf is painted anyway: a sync in the background must not repaint a panel.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AccountState } from '../../../api/ipc.ts';
import type { SyncWord } from '../../library/shelf-footer.tsx';
import type { SyncState } from './sync-loop.ts';

export interface SyncWords {
  state: StoreApi<{ word: SyncWord }>;
  refresh(account: AccountState, sync: SyncState | undefined, asked: boolean): void;
}

/** Pure: what to say. `asked`: the reader waits for the sync that is running. */
export function syncWord(account: AccountState, sync: SyncState | undefined, asked: boolean): SyncWord {
  if (account.state === 'expired') return 'expired';
  if (account.state !== 'signedIn' || !sync) return 'signedOut';
  if (asked && sync.phase === 'running') return 'running';
  if (sync.problem === 'offline' || sync.problem === 'timeout' || !account.online) return 'offline';
  return sync.problem ? 'failed' : 'done';
}

export function createSyncWords(): SyncWords {
  const state = createStore<{ word: SyncWord }>(() => ({ word: 'done' }));
  return {
    state,
    refresh(account, sync, asked) {
      const word = syncWord(account, sync, asked);
      if (word !== state.getState().word) state.setState({ word });
    },
  };
}
