// Runs one verb of the `octavo` command line against this installation.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../run.ts';

/** Standard output of the verb; throws its last words if it fails. `input` is written to its standard input. */
export function octavoCommand(args: readonly string[], env: NodeJS.ProcessEnv, input?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, 'dist/octavo/octavo.mjs'), ...args], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let output = '';
    let problems = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      problems += chunk;
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(input ?? '');
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(output);
      else
        reject(
          new Error(`octavo ${args[0]} ${args[1] ?? ''} failed:\n${problems.trim().split('\n').slice(-12).join('\n')}`),
        );
    });
  });
}
