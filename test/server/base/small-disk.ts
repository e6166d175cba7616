// A file system of a few hundred kilobytes, to see what happens when it is full. Mounting one needs root.

import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'vitest';

/** Runs `work` with the folder of such a file system; skips the test, visibly, where none can be mounted. */
export async function withSmallDisk(
  context: TestContext,
  size: string,
  work: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'octavo-full-'));
  const mounted = await run('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]);
  try {
    if (!mounted) return context.skip('a small file system cannot be mounted here');
    await work(folder);
  } finally {
    if (mounted) await run('umount', [folder]);
    await rm(folder, { recursive: true, force: true });
  }
}

function run(program: string, args: string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'ignore' });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}
