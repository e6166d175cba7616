// Starts a program for a bench, waits for its ready line, tells how much memory it takes, and ends it.

import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { root } from '../run.ts';

export class ChildProgram {
  readonly pid: number;
  /** Milliseconds from the command to the ready line. */
  readonly startTime: number;
  /** What stands last in the ready line. */
  readonly address: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, startTime: number, address: string) {
    this.#child = child;
    this.pid = child.pid ?? 0;
    this.startTime = startTime;
    this.address = address;
  }

  /** `args` for the Node that runs this; ready is the first line on standard output that has this word. */
  static async start(args: readonly string[], env: NodeJS.ProcessEnv, word: string): Promise<ChildProgram> {
    const begin = performance.now();
    const child = spawn(process.execPath, args, {
      cwd: root,
      // The pipe on standard input ends with the bench, however that ends, and the program with it.
      env: { ...process.env, ...env, OCTAVO_STOP_WITH_STDIN: '1' },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    child.stdin.on('error', () => undefined);
    let problems = '';
    child.stderr.on('data', (chunk: Buffer) => {
      problems = (problems + chunk).slice(-4000);
    });
    const line = await new Promise<string>((resolve, reject) => {
      createInterface(child.stdout).on('line', (line) => {
        if (line.includes(word)) resolve(line);
      });
      child.on('error', reject);
      child.on('exit', (code) => reject(new Error(`${args[0]} ended with ${code} before it was ready:\n${problems}`)));
    });
    return new ChildProgram(child, performance.now() - begin, line.split(' ').at(-1) ?? '');
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill('SIGTERM');
    const insist = setTimeout(() => this.#child.kill('SIGKILL'), 10_000);
    await gone;
    clearTimeout(insist);
  }
}

/** Megabytes in memory, all and shared parts by their share; undefined where the system does not tell. */
export function memoryOf(pid: number): { rss: number | undefined; pss: number | undefined } {
  const megabytes = (kilobytes: number | undefined) => (kilobytes === undefined ? undefined : kilobytes / 1024);
  return {
    rss: megabytes(field(`/proc/${pid}/status`, 'VmRSS')),
    pss: megabytes(field(`/proc/${pid}/smaps_rollup`, 'Pss')),
  };
}

/** Milliseconds of processor time that the process has used; undefined where the system does not tell. */
export function processorTimeOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Behind the name, which may hold anything; both in hundredths of a second.
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    return (Number(user) + Number(system)) * 10;
  } catch {
    // Only Linux tells.
    return undefined;
  }
}

/** The same of a process and of all that it started and that still run. */
export function processorTimeOfGroup(pid: number): number | undefined {
  const own = processorTimeOf(pid);
  if (own === undefined) return undefined;
  const started = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && field(`/proc/${name}/status`, 'PPid') === pid)
    .map((name) => processorTimeOf(Number(name)) ?? 0);
  return started.reduce((sum, time) => sum + time, own);
}

function field(file: string, name: string): number | undefined {
  try {
    const found = new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(file, 'utf8'));
    return found ? Number(found[1]) : undefined;
  } catch {
    // Only Linux tells, and the kernel may keep it from other users.
    return undefined;
  }
}
