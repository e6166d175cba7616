// Sessions of devices: opening and ending them, their tokens, and who a request's access token belongs to.
// How a person proved who they are is in login.ts; exchanging refresh tokens is in refresh.ts.

import { AppError } from '../../../api/errors.ts';
import type { Caller, Reading, Trx } from '../reading.ts';
import type { SessionRow } from '../schema/users.ts';
import { hashSecret, newId, newSecret } from './tokens.ts';

export const accessLifetime = 2 * 3600;
const refreshLifetime = 90 * 86_400;
/** Of a session that is to end with the app: long enough for an app that was killed to be opened again. */
const shortRefreshLifetime = 86_400;
/** Requests on their way when a token is exchanged still carry the old one. */
export const overlap = 60;
const useGranularity = 600;

export interface Device {
  deviceId: string;
  deviceName?: string;
  deviceType?: string;
  isAutoLogout?: 0 | 1;
  kickType?: 0 | 1 | 2;
  inBackground?: 0 | 1;
  refCgi?: string;
  trackId?: string;
}

export interface Tokens {
  accessToken: string;
  refreshToken: string;
  expireIn: number;
}
export interface OpenedSession extends Tokens {
  vid: string;
  signKey: string;
}

export type EndReason = 'logout' | 'kicked' | 'replaced' | 'reuse';

/** Opens a session of the device, ends the one it had, and those that `kickType` names. */
export async function openSession(reading: Reading, trx: Trx, vid: string, device: Device): Promise<OpenedSession> {
  const now = reading.now();
  await keepDevice(trx, vid, device, now);
  await endOthers(trx, vid, device, now);
  const session: SessionRow = {
    session_id: newId('s'),
    vid,
    device_id: device.deviceId,
    device_type: device.deviceType ?? '',
    sign_key: newSecret(),
    is_auto_logout: device.isAutoLogout ?? 0,
    generation: 1,
    confirmed_generation: 0,
    created_at: now,
    last_used_at: now,
    ended_at: 0,
    end_reason: '',
  };
  await trx.insertInto('sessions').values(session).execute();
  return { ...(await issueTokens(trx, session, now)), vid, signKey: session.sign_key };
}

async function keepDevice(trx: Trx, vid: string, device: Device, now: number): Promise<void> {
  const { inBackground, refCgi, trackId } = device;
  const seen = {
    device_name: device.deviceName ?? '',
    device_type: device.deviceType ?? '',
    last_seen_at: now,
    diagnostics: JSON.stringify({ inBackground, refCgi, trackId }),
  };
  await trx
    .insertInto('devices')
    .values({ vid, device_id: device.deviceId, created_at: now, dis_hub_token: '', gap_token: '', ...seen })
    .onConflict((conflict) => conflict.columns(['vid', 'device_id']).doUpdateSet(seen))
    .execute();
}

async function endOthers(trx: Trx, vid: string, device: Device, now: number): Promise<void> {
  const end = (reason: EndReason) =>
    trx
      .updateTable('sessions')
      .set({ ended_at: now, end_reason: reason })
      .where('vid', '=', vid)
      .where('ended_at', '=', 0);
  await end('replaced').where('device_id', '=', device.deviceId).execute();
  if (device.kickType === 2) await end('kicked').execute();
  if (device.kickType === 1)
    await end('kicked')
      .where('device_type', '=', device.deviceType ?? '')
      .execute();
}

/** New tokens of the session's generation; only their hashes are stored. */
export async function issueTokens(trx: Trx, session: SessionRow, now: number): Promise<Tokens> {
  const accessToken = newSecret();
  const refreshToken = newSecret();
  const common = { session_id: session.session_id, generation: session.generation, used_random: '', sealed_reply: '' };
  const lifetime = session.is_auto_logout ? shortRefreshLifetime : refreshLifetime;
  await trx
    .insertInto('tokens')
    .values([
      { ...common, token_hash: hashSecret(accessToken), kind: 'access', expires_at: now + accessLifetime },
      { ...common, token_hash: hashSecret(refreshToken), kind: 'refresh', expires_at: now + lifetime },
    ])
    .execute();
  return { accessToken, refreshToken, expireIn: accessLifetime };
}

export async function endSession(trx: Trx, sessionId: string, reason: EndReason, now: number): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('session_id', '=', sessionId)
    .where('ended_at', '=', 0)
    .execute();
}

/** Why a session is over, for whoever still uses it. */
export function endedError(reason: string): AppError {
  const sentences: Record<string, string> = {
    reuse: 'A refresh token of this session was used twice, so it was ended to be safe; sign in again.',
    kicked: 'Another sign-in ended this session; sign in again.',
    replaced: 'This device signed in again; use the newer session.',
    logout: 'This session was signed out; sign in again.',
  };
  const code = reason === 'reuse' ? 'refresh_reused' : 'session_expired';
  return new AppError(code, sentences[reason], { reason });
}

/** The caller behind an access token, with the key that checks signatures. */
export async function authenticate(
  reading: Reading,
  accessToken: string,
): Promise<{ caller: Caller; signKey: string }> {
  const now = reading.now();
  const row = await reading.database.kysely
    .selectFrom('tokens as t')
    .innerJoin('sessions as s', 's.session_id', 't.session_id')
    .selectAll('s')
    .select(['t.expires_at', 't.generation as token_generation'])
    .where('t.token_hash', '=', hashSecret(accessToken))
    .where('t.kind', '=', 'access')
    .executeTakeFirst();
  if (!row) throw new AppError('not_signed_in');
  if (row.ended_at !== 0) throw endedError(row.end_reason);
  if (row.expires_at <= now) throw new AppError('session_expired');
  if (row.token_generation > row.confirmed_generation || row.last_used_at + useGranularity <= now) {
    await noteUse(reading, row, row.token_generation, now);
  }
  const caller = { vid: row.vid, sessionId: row.session_id, deviceId: row.device_id };
  return { caller, signKey: row.sign_key };
}

/** A use proves that the reply with this generation's tokens arrived. */
async function noteUse(reading: Reading, session: SessionRow, generation: number, now: number): Promise<void> {
  await reading.database.kysely
    .updateTable('sessions')
    .set((row) => ({
      last_used_at: now,
      confirmed_generation: row
        .case()
        .when('confirmed_generation', '<', generation)
        .then(generation)
        .else(row.ref('confirmed_generation'))
        .end(),
    }))
    .where('session_id', '=', session.session_id)
    .execute();
  await reading.database.kysely
    .updateTable('devices')
    .set({ last_seen_at: now })
    .where('vid', '=', session.vid)
    .where('device_id', '=', session.device_id)
    .execute();
}
