// What every account page works with, and the check that a form was served here.

import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import { AppError } from '../../api/errors.ts';
import type { Log } from '../base/log.ts';
import type { AuthorizationAdmin } from './authorization-admin.ts';
import type { FormTokens } from './form-token.ts';
import type { AccountDatabase, AccountTables } from './tables.ts';
import type { User } from './users.ts';

/** Gives a new account its place in the service, in the transaction that makes it. */
export type Welcome = (trx: Transaction<AccountTables>, user: User, role: string) => Promise<void>;

/** What every page needs. */
export interface Accounts {
  database: AccountDatabase;
  admin: AuthorizationAdmin;
  tokens: FormTokens;
  /** With a slash at its end. */
  issuerUrl: string;
  log: Log;
  welcome: Welcome;
}

/** @throws AppError no_permission unless the form was served here to this browser. */
export function requireToken(accounts: Accounts, request: FastifyRequest, token: string | undefined): void {
  if (accounts.tokens.accepts(request, token)) return;
  throw new AppError(
    'no_permission',
    'The form came from elsewhere, or this browser keeps no cookies. Go back, load the page again and repeat it.',
  );
}
