// `POST /login` in its three ways, and the start of a sign-in by QR code for clients that cannot do it themselves.

import { AppError } from '../../../api/errors.ts';
import type { DeviceAuthorization } from '../../../api/nouns/session.ts';
import type { Params, Reply } from '../../../api/route.ts';
import type { user } from '../../../api/user.ts';
import type { Caller, Reading, Trx } from '../reading.ts';
import { keepGrant } from '../users/external-scope.ts';
import { keepReader } from '../users/users.ts';
import type { Identity, IdentityProvider } from './identity.ts';
import { refreshSession } from './refresh.ts';
import { type OpenedSession, openSession } from './sessions.ts';
import { checkSignature } from './signed-writes.ts';
import { hashSecret } from './tokens.ts';

type Routes = (typeof user)['routes'];
type LoginParams = Params<Routes['POST /login']>;
type LoginReply = Reply<Routes['POST /login']>;

/** A device that lost the reply asks again with the same code. Seconds. */
const codeKept = 900;
const ticketKept = 300;
const mostTickets = 1000;

export function loginRoutes(reading: Reading, identity: IdentityProvider) {
  const tickets = new Map<string, { ticket: Promise<DeviceAuthorization>; until: number }>();
  return {
    'POST /login': async (_caller: Caller | undefined, params: LoginParams): Promise<LoginReply> => {
      const ways = [params.code, params.extToken, params.refreshToken].filter((proof) => proof !== undefined);
      if (ways.length !== 1) {
        throw new AppError('bad_argument', 'Send exactly one of code, extToken and refreshToken.', {
          code: 'exactly one of code, extToken and refreshToken',
        });
      }
      if (params.refreshToken !== undefined) return byRefreshToken(reading, params, params.refreshToken);
      if (params.extToken !== undefined)
        return byIdentity(reading, params, await identity.verifyToken(params.extToken));
      return byDeviceCode(reading, identity, params, params.code as string);
    },

    'GET /extticket': async (_caller: Caller | undefined, { nonceStr }: Params<Routes['GET /extticket']>) => {
      const now = reading.now();
      for (const [nonce, { until }] of tickets) if (until <= now) tickets.delete(nonce);
      const known = tickets.get(nonceStr);
      if (known) return known.ticket;
      if (tickets.size >= mostTickets) throw new AppError('too_many_requests', undefined, { retryAfter: 30 });
      const ticket = identity.startDevice();
      tickets.set(nonceStr, { ticket, until: now + ticketKept });
      ticket.catch(() => tickets.delete(nonceStr));
      return ticket;
    },
  };
}

async function byRefreshToken(reading: Reading, params: LoginParams, refreshToken: string): Promise<LoginReply> {
  const { deviceId, random, isAutoLogout } = params;
  const request = {
    refreshToken,
    deviceId,
    ...(random === undefined ? {} : { random }),
    ...(isAutoLogout === undefined ? {} : { isAutoLogout }),
  };
  const opened = await refreshSession(reading, request, async (signKey) => {
    if (params.signature === undefined) return;
    await checkSignature(reading, { method: 'POST', path: '/login', params }, signKey);
  });
  const reader = await reading.database.kysely
    .selectFrom('users')
    .select(['name', 'avatar', 'subject'])
    .where('vid', '=', opened.vid)
    .executeTakeFirstOrThrow();
  return sessionReply(reading, opened, reader, false);
}

async function byIdentity(
  reading: Reading,
  params: LoginParams,
  identity: Identity,
  also?: (trx: Trx, vid: string) => Promise<void>,
): Promise<LoginReply> {
  const { opened, isFirst } = await reading.database.transaction(async (trx) => {
    const { vid, isFirst } = await keepReader(reading, trx, identity, true);
    const { scopes } = identity;
    if (scopes) await keepGrant(trx, vid, { scopes, grantedAt: reading.now(), expiresAt: 0 });
    await also?.(trx, vid);
    return { opened: await openSession(reading, trx, vid, params), isFirst };
  });
  return sessionReply(reading, opened, identity, isFirst);
}

async function byDeviceCode(
  reading: Reading,
  identity: IdentityProvider,
  params: LoginParams,
  code: string,
): Promise<LoginReply> {
  const codeHash = hashSecret(code);
  const known = await reading.database.kysely
    .selectFrom('redeemed_codes as r')
    .innerJoin('users as u', 'u.vid', 'r.vid')
    .select(['u.issuer', 'u.subject', 'u.name', 'u.avatar'])
    .where('r.code_hash', '=', codeHash)
    .where('r.device_id', '=', params.deviceId)
    .where('r.expires_at', '>', reading.now())
    .executeTakeFirst();
  if (known) return byIdentity(reading, params, known);
  const identified = await identity.redeemDeviceCode(code);
  const row = { code_hash: codeHash, device_id: params.deviceId, expires_at: reading.now() + codeKept };
  return byIdentity(reading, params, identified, async (trx, vid) => {
    await trx
      .insertInto('redeemed_codes')
      .values({ ...row, vid })
      .onConflict((conflict) => conflict.column('code_hash').doUpdateSet({ ...row, vid }))
      .execute();
  });
}

function sessionReply(
  reading: Reading,
  opened: OpenedSession,
  reader: { name: string; avatar: string; subject: string },
  isFirst: boolean,
): LoginReply {
  return {
    ...opened,
    name: reader.name,
    avatar: reader.avatar,
    openId: reader.subject,
    firstLogin: isFirst ? 1 : 0,
    timestamp: reading.now(),
  };
}
