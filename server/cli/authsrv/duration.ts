// Reads a span of time from a flag: `90s`, `30m`, `1h30m`, `30d`.

import { StartError } from '../../base/start-error.ts';

const unitSeconds: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** Seconds. */
export function duration(flag: string, text: string): number {
  const parts = [...text.matchAll(/(\d{1,9})([smhd])/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== text) {
    throw new StartError(`--${flag} must be a time such as 90s, 30m, 1h30m or 30d, not "${text}".`);
  }
  return parts.reduce((sum, [, count, unit = '']) => sum + Number(count) * (unitSeconds[unit] ?? 0), 0);
}
