// Exchanges a refresh token for new tokens. Each is good once: its second use ends the session, unless nothing of what
// the first one handed out was ever used, which is how a reply looks that was lost on its way.

import { AppError } from '../../../api/errors.ts';
import type { Reading, Trx } from '../reading.ts';
import type { SessionRow, TokenRow } from '../schema/users.ts';
import { endedError, endSession, issueTokens, type OpenedSession, overlap } from './sessions.ts';
import { hashSecret, seal, unseal } from './tokens.ts';

export interface RefreshRequest {
  refreshToken: string;
  deviceId: string;
  random?: string;
  /** The session is to be ended: the tokens of the reply do not work. */
  isAutoLogout?: 0 | 1;
}

/** Checks what was signed, with the session's key; throws if it is wrong. */
export type CheckSignature = (signKey: string) => Promise<void>;

export async function refreshSession(
  reading: Reading,
  request: RefreshRequest,
  checkSignature: CheckSignature,
): Promise<OpenedSession> {
  const found = await findToken(reading, request.refreshToken);
  // Outside of the transaction: it does other work than the database's, and the key never changes.
  await checkSignature(found.sign_key);
  const outcome = await reading.database.transaction((trx) => exchange(reading, trx, request));
  // The end of the session has to be stored, so it could not be thrown inside.
  if (outcome instanceof AppError) throw outcome;
  return outcome;
}

async function findToken(reading: Reading, refreshToken: string) {
  const found = await reading.database.kysely
    .selectFrom('tokens as t')
    .innerJoin('sessions as s', 's.session_id', 't.session_id')
    .select('s.sign_key')
    .where('t.token_hash', '=', hashSecret(refreshToken))
    .where('t.kind', '=', 'refresh')
    .executeTakeFirst();
  if (!found) throw new AppError('login_refused', 'This refresh token is not known; sign in again.');
  return found;
}

async function exchange(reading: Reading, trx: Trx, request: RefreshRequest): Promise<OpenedSession | AppError> {
  const now = reading.now();
  const { token, session } = await lockToken(trx, hashSecret(request.refreshToken));
  if (session.ended_at !== 0) return endedError(session.end_reason);
  if (session.device_id !== request.deviceId) {
    return new AppError('login_refused', 'This refresh token belongs to another device.');
  }
  if (token.expires_at <= now)
    return new AppError('session_expired', 'The session was not used for too long; sign in again.');
  const isCurrent = token.generation === session.generation;
  const wasLost = token.sealed_reply !== '' && session.confirmed_generation <= token.generation;
  if (!isCurrent && !wasLost) {
    await endSession(trx, session.session_id, 'reuse', now);
    return new AppError('refresh_reused');
  }
  if (!isCurrent && request.random !== undefined && token.used_random === request.random) {
    return JSON.parse(unseal(token.sealed_reply, request.refreshToken)) as OpenedSession;
  }
  return rotate(trx, session, token, request, now);
}

/** The session's row first, so that two exchanges of one session come one after the other. */
async function lockToken(trx: Trx, tokenHash: string): Promise<{ token: TokenRow; session: SessionRow }> {
  const session = await trx
    .updateTable('sessions')
    .set((row) => ({ generation: row.ref('generation') }))
    .where('session_id', '=', (row) =>
      row.selectFrom('tokens').select('session_id').where('token_hash', '=', tokenHash),
    )
    .returningAll()
    .executeTakeFirst();
  const token = await trx.selectFrom('tokens').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
  if (!session || !token) throw new AppError('login_refused', 'This refresh token is not known; sign in again.');
  return { token, session };
}

async function rotate(
  trx: Trx,
  before: SessionRow,
  token: TokenRow,
  request: RefreshRequest,
  now: number,
): Promise<OpenedSession> {
  const session = { ...before, generation: before.generation + 1 };
  // Nothing newer than this token's own generation was seen in use, so nobody waits for the tokens in between.
  await trx
    .deleteFrom('tokens')
    .where('session_id', '=', session.session_id)
    .where('kind', '=', 'access')
    .where('generation', '>', token.generation)
    .execute();
  await trx
    .updateTable('tokens')
    .set({ expires_at: now + overlap })
    .where('session_id', '=', session.session_id)
    .where('kind', '=', 'access')
    .where('expires_at', '>', now + overlap)
    .execute();
  const tokens = await issueTokens(trx, session, now);
  const opened = { ...tokens, vid: session.vid, signKey: session.sign_key };
  await trx
    .updateTable('tokens')
    .set({ used_random: request.random ?? '', sealed_reply: seal(JSON.stringify(opened), request.refreshToken) })
    .where('token_hash', '=', token.token_hash)
    .execute();
  await trx
    .updateTable('sessions')
    .set({
      generation: session.generation,
      confirmed_generation: Math.max(session.confirmed_generation, token.generation),
      last_used_at: now,
    })
    .where('session_id', '=', session.session_id)
    .execute();
  if (!request.isAutoLogout) return opened;
  await endSession(trx, session.session_id, 'logout', now);
  return { ...opened, expireIn: 0 };
}
