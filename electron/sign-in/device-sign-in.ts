// One sign-in by QR code: shows a code and asks the service until the person has agreed elsewhere.

import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { renderSVG } from 'uqr';
import { AppError } from '../../api/errors.ts';
import type { DeviceSignIn } from '../../api/ipc.ts';
import type { DeviceAuthorization } from '../../api/nouns/session.ts';
import { describeError, type Log } from '../disk/log.ts';
import type { Transport } from '../requests/transport.ts';
import { findIssuer } from './issuer.ts';

/** A code for this service, from its authorization server, or through the service where that cannot be reached. */
export async function requestDeviceCode(service: string, transport: Transport, log: Log): Promise<DeviceAuthorization> {
  const issuer = await findIssuer(service);
  try {
    return await issuer.startDevice();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.info('The authorization server was not reached; asking the service for a code', {
      cause: describeError(error),
    });
    const nonceStr = randomBytes(16).toString('hex');
    return (await transport.json(service, 'GET /extticket', { nonceStr }, {})) as DeviceAuthorization;
  }
}

export function showDeviceCode(device: DeviceAuthorization): DeviceSignIn {
  return {
    userCode: device.userCode,
    verificationUri: device.verificationUri,
    verificationUriComplete: device.verificationUriComplete,
    qr: renderSVG(device.verificationUriComplete, { ecc: 'M', border: 2 }),
    expiresAt: Math.floor(Date.now() / 1000) + device.expiresIn,
  };
}

/** Losing the network for a while does not end the sign-in. */
const passing = ['authorization_pending', 'offline', 'timeout', 'upstream_unavailable', 'too_many_requests'];

/** Resolves with what `ask` answers once the person has agreed; rejects when they refuse, the code expires or `signal` ends. */
export async function pollDevice<T>(
  device: DeviceAuthorization,
  ask: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const expiresAt = Date.now() + device.expiresIn * 1000;
  let interval = device.interval;
  while (Date.now() < expiresAt) {
    await wait(interval * 1000, undefined, { signal });
    try {
      return await ask(signal);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // RFC 8628, section 3.5.
      if (error.code === 'slow_down') interval += 5;
      else if (!passing.includes(error.code)) throw error;
    }
  }
  throw new AppError('expired_token');
}
