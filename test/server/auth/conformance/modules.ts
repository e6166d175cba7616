// All certification modules by name.

import { authenticationModules } from './authentication-modules.ts';
import { claimModules } from './claim-modules.ts';
import type { RelyingParty } from './relying-party.ts';
import { requestModules } from './request-modules.ts';
import { responseModules } from './response-modules.ts';

export interface Stage {
  rp: RelyingParty;
  /** Another client of the same kind. */
  other: RelyingParty;
  /** A client that authenticates by form. */
  byForm: RelyingParty;
  /** Lets time pass for the server and the test. */
  wait(seconds: number): void;
}

export type Module = (stage: Stage) => Promise<void>;

export const modules: Record<string, Module> = {
  ...responseModules,
  ...claimModules,
  ...authenticationModules,
  ...requestModules,
};
