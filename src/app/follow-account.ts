// What happens when the main process tells the account's state: another account's session is opened, the same one
// goes on, a sign-in that ended begins anew. Changes are carried out one at a time, in the order they are told.

import type { StoreApi } from 'zustand/vanilla';
import type { AccountState } from '../../api/ipc.ts';
import type { SignIn } from '../account/sign-in.ts';
import { afterPaint } from './after-paint.ts';
import type { Routes } from './routes.ts';
import type { Session } from './session.ts';

/** Milliseconds; a hidden window paints nothing. */
const paintLimit = 500;

export interface FollowParts {
  state: StoreApi<{ session: Session; account: AccountState }>;
  routes: Routes;
  signIn: SignIn;
  open(account: AccountState): Promise<Session>;
  /** Another account's session is shown. */
  onOpened(session: Session): void;
  /** The account has just been signed in. */
  onSignedIn(session: Session): void;
  showSignIn(): void;
  report(error: unknown): void;
}

export interface FollowedAccount {
  change(next: AccountState): Promise<void>;
  /** Resolves once nothing is at work any more for the accounts that were left. */
  closed(): Promise<unknown>;
}

export function followAccount(parts: FollowParts): FollowedAccount {
  let changes: Promise<void> = Promise.resolve();
  let closing: Promise<unknown> = Promise.resolve();
  const leave = (old: Session) => {
    closing = Promise.all([closing, closeUnseen(old).catch(parts.report)]);
  };
  return {
    change(next) {
      changes = changes.then(() => showAccount(parts, next, leave)).catch(parts.report);
      return changes;
    },
    closed: () => closing,
  };
}

async function showAccount(parts: FollowParts, next: AccountState, leave: (old: Session) => void): Promise<void> {
  const { state, routes, signIn } = parts;
  const { session: old, account: before } = state.getState();
  const isAnother = old.account().account !== next.account;
  if (isAnother) await switchTo(parts, next);
  else {
    old.update(next);
    state.setState({ account: next });
  }
  if (next.state === 'signedOut') parts.showSignIn();
  else if (routes.current().name === 'signIn') {
    // Nothing changed: the code has ended, and another one is needed.
    if (next.state === before.state && next.state !== 'signedIn') void signIn.start();
    else routes.start({ name: 'shelf' });
  }
  // The same account is told again when the network comes and goes.
  const begins = before.state !== 'signedIn' || isAnother;
  if (next.state === 'signedIn' && begins) parts.onSignedIn(state.getState().session);
  if (isAnother) leave(old);
}

async function switchTo({ state, routes, open, onOpened }: FollowParts, next: AccountState): Promise<void> {
  const opened = await open(next);
  // A book or a note that is open belongs to the account that is left.
  if (routes.current().name !== 'signIn') routes.start({ name: 'shelf' });
  state.setState({ session: opened, account: next });
  onOpened(opened);
}

/** The views of the old account begin their last writes when they go. */
async function closeUnseen(old: Session): Promise<void> {
  await Promise.race([afterPaint(), new Promise((resolve) => setTimeout(resolve, paintLimit))]);
  await old.close();
}
