// Waiting for what a program does by itself.

import { vi } from 'vitest';

/** Resolves as soon as the check holds, and fails as the check does where no busy machine would take so long. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 20_000 });
}
