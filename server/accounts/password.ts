// Hashes and checks passwords with argon2id. Parameters are stored with each hash, so that they can be raised later.
// Must not know users.

import { randomBytes, timingSafeEqual } from 'node:crypto';
import { slowHash } from '../base/slow-hash.ts';

/** OWASP's smallest recommended cost: 19 MiB and two passes, about 50 ms on a two-core machine. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const hashBytes = 32;

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await run(password, salt, cost, hashBytes);
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`;
}

export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const parts = parse(stored);
  const actual = await run(password, parts.salt, parts.cost, parts.hash.length);
  return timingSafeEqual(actual, parts.hash);
}

/** Was it made with other parameters than today's? */
export function isOutdated(stored: string): boolean {
  const { memory, passes, parallelism } = parse(stored).cost;
  return memory !== cost.memory || passes !== cost.passes || parallelism !== cost.parallelism;
}

const decoySalt = randomBytes(16);

/** Takes as long as a check of a real password, for names that nobody has. */
export async function verifyNothing(password: string): Promise<false> {
  await run(password, decoySalt, cost, hashBytes);
  return false;
}

function run(password: string, nonce: Buffer, parameters: typeof cost, tagLength: number): Promise<Buffer> {
  return slowHash({ message: password.normalize('NFC'), nonce, tagLength, ...parameters });
}

function parse(stored: string): { cost: typeof cost; salt: Buffer; hash: Buffer } {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored);
  if (!match) throw new Error('A stored password has an unknown form.');
  const [, memory, passes, parallelism, salt = '', hash = ''] = match;
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
