// Derives argon2id hashes, a few at a time, and refuses when more wait than can be answered soon: each costs memory and
// a core, and anybody may ask for one by showing a wrong secret. Must not know whose secrets they are.

import { argon2 } from 'node:crypto';
import { promisify } from 'node:util';
import { AppError } from '../../api/errors.ts';

const derive = promisify(argon2);

export interface SlowHash {
  message: string;
  nonce: Buffer;
  tagLength: number;
  /** KiB. */
  memory: number;
  passes: number;
  parallelism: number;
}

/** More at once would only wait for the cores and fill the memory. */
export const hashesAtOnce = 2;
/** About five seconds of waiting; whoever comes later would rather be told. */
export const mostWaitingHashes = 200;

let running = 0;
const waiting: (() => void)[] = [];

/** @throws AppError too_many_requests */
export function refuseWhenBusy(): void {
  if (waiting.length < mostWaitingHashes) return;
  throw new AppError('too_many_requests', 'Too many people sign in at this moment. Wait a few seconds and try again.');
}

/** @throws AppError too_many_requests */
export async function slowHash(parameters: SlowHash): Promise<Buffer> {
  if (running < hashesAtOnce) running++;
  else {
    refuseWhenBusy();
    // Whoever ends hands its place over, so that nobody slips in between.
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  try {
    return await derive('argon2id', parameters);
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}
