// Opens an address in the desktop's own browser; only web addresses, never files or other schemes.

import { spawn } from 'node:child_process';
import { AppError } from '../api/errors.ts';
import type { Log } from './disk/log.ts';

/** Throws `bad_argument` for anything that is no web address, `not_found` where the desktop has no opener. */
export function openOutside(url: string, log: Log): Promise<void> {
  const address = readWebAddress(url);
  return new Promise((resolve, reject) => {
    const opener = spawn('xdg-open', [address], { stdio: 'ignore', detached: true });
    opener.once('error', (cause) => {
      log.warn('No browser could be opened', { cause });
      const message = 'This machine has no program to open web addresses (xdg-open); copy the address instead.';
      reject(new AppError('not_found', message, undefined, { cause }));
    });
    opener.once('spawn', () => {
      opener.unref();
      resolve();
    });
  });
}

export function readWebAddress(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) {
    throw new AppError('bad_argument', 'Only http and https addresses are opened.');
  }
  return parsed.href;
}
