// A panel that nobody thought of: two commands of the reader's, one for a part of the screen and one for all of it.
// They run without a shell, one at a time, within a time limit.

import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import type { Refresh } from '../../api/panel.ts';
import { readScreenDensity } from '../device/screen-density.ts';
import { type BackendKind, compositorDelay } from './backend.ts';
import { fillIn, splitCommand } from './command-line.ts';

/** Milliseconds. */
const limit = 5000;
const usualDpi = 226;
const errorLength = 500;

export const command: BackendKind = {
  name: 'command',
  probe: async () => false,
  async open({ places, options }) {
    const partial = splitCommand(options.partialCommand);
    const full = splitCommand(options.fullCommand);
    return {
      info: {
        backend: 'command',
        greys: 16,
        dpi: (await readScreenDensity(places.connectors)) ?? usualDpi,
        wants: 'after',
      },
      async refresh(plan) {
        const begun = performance.now();
        await pause(compositorDelay);
        for (const refresh of plan) {
          const words = refresh.strength === 'full' && full.length > 0 ? full : partial;
          if (words.length > 0) await run(words, refresh);
        }
        return performance.now() - begun;
      },
      close: async () => undefined,
    };
  },
};

/** Rejects when the program fails, cannot be started or takes too long. */
export async function run(words: readonly string[], refresh: Refresh, timeout = limit): Promise<void> {
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(refresh)) values[name] = String(value);
  const [program = '', ...args] = fillIn(words, values);
  const named = Object.entries(values).map(([name, value]) => [`OCTAVO_${name.toUpperCase()}`, value]);
  await new Promise<void>((resolve, reject) => {
    const child = spawn(program, args, {
      env: { ...process.env, ...Object.fromEntries(named) },
      stdio: ['ignore', 'ignore', 'pipe'],
      // A group of its own, so that what it starts ends with it.
      detached: true,
    });
    let complaint = '';
    const end = () => {
      if (child.pid === undefined) return;
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It has ended meanwhile.
        child.kill('SIGKILL');
      }
    };
    const timer = setTimeout(() => {
      end();
      reject(new Error(`The command ${program} took too long.`));
    }, timeout);
    child.stderr.setEncoding('utf8');
    child.stderr.on('data', (text: string) => {
      complaint = (complaint + text).slice(-errorLength);
    });
    child.once('error', (cause) => {
      clearTimeout(timer);
      reject(new Error(`The command ${program} cannot be started.`, { cause }));
    });
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      // A child of its own may still hold the pipe.
      child.stderr.destroy();
      if (code === 0) resolve();
      else reject(new Error(`The command ${program} failed (${code ?? signal}): ${complaint.trim()}`));
    });
  });
}
