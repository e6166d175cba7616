// Checks signed writes: the signature itself, the time it was made, and that it was not received before.

import { AppError } from '../../../api/errors.ts';
import { sameSignature, sign } from '../../../api/signing.ts';
import { clockTolerance } from '../progress/progress-rules.ts';
import type { Caller, Reading } from '../reading.ts';

/** Randoms are kept for as long as a timestamp may still be valid, and a little more. */
const kept = 2 * clockTolerance + 60;

export interface SignedRequest {
  method: string;
  path: string;
  params: Record<string, unknown>;
}

/** @throws AppError bad_argument, clock_skew, bad_signature */
export async function checkSignature(reading: Reading, request: SignedRequest, signKey: string): Promise<void> {
  const { random, timestamp, signature } = request.params;
  if (typeof random !== 'string' || typeof timestamp !== 'number' || typeof signature !== 'string') {
    throw new AppError('bad_argument', 'This request has to be signed.', {
      ...(typeof random === 'string' ? {} : { random: 'is missing' }),
      ...(typeof timestamp === 'number' ? {} : { timestamp: 'is missing' }),
      ...(typeof signature === 'string' ? {} : { signature: 'is missing' }),
    });
  }
  if (!sameSignature(await sign(request, signKey), signature)) throw new AppError('bad_signature');
  const now = reading.now();
  if (Math.abs(now - timestamp) > clockTolerance) throw new AppError('clock_skew', undefined, { time: now });
}

/** Notes the request as received; false when it was received before. */
export async function claimRandom(reading: Reading, caller: Caller, random: string): Promise<boolean> {
  const claimed = await reading.database.kysely
    .insertInto('seen_randoms')
    .values({ session_id: caller.sessionId, random, expires_at: reading.now() + kept })
    .onConflict((conflict) => conflict.columns(['session_id', 'random']).doNothing())
    .executeTakeFirst();
  return (claimed.numInsertedOrUpdatedRows ?? 0n) > 0n;
}
