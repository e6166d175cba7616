// One long-running program of the installation: started, watched until it says that it is ready, and stopped.

import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, statSync, truncateSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../run.ts';

export interface ProgramOptions {
  name: string;
  /** Default: the Node that runs this, with source maps. */
  command?: string;
  args: string[];
  env?: NodeJS.ProcessEnv;
  /** Everything on standard error goes here; the terminal stays readable. */
  logFile: string;
  /** Each line that the program prints on standard output. */
  onLine?: (line: string) => void;
}

/** `npm run dev` sets it: a program whose bundle was built anew starts over. */
const restartsOnChange = process.env.OCTAVO_DEV === '1';
const maxLogBytes = 8 * 1024 * 1024;

export class Program {
  readonly name: string;
  readonly #child: ChildProcess;
  readonly #logFile: string;
  readonly #exited: Promise<number>;
  #stopping = false;

  constructor(options: ProgramOptions) {
    this.name = options.name;
    this.#logFile = options.logFile;
    keepLogBounded(options.logFile);
    const log = createWriteStream(options.logFile, { flags: 'a', mode: 0o600 });
    // A group of its own: Ctrl-C reaches the start alone, which then stops the programs in order. The pipe on
    // standard input ends with the start, however it ends, and the programs stop with it.
    const [command, args] = options.command
      ? [options.command, options.args]
      : [process.execPath, [...(restartsOnChange ? ['--watch'] : []), '--enable-source-maps', ...options.args]];
    this.#child = spawn(command, args, {
      cwd: root,
      detached: true,
      env: {
        ...process.env,
        // Compiled once, started in half the time from then on.
        NODE_COMPILE_CACHE: join(dirname(options.logFile), '..', 'cache', 'compiled'),
        ...options.env,
        OCTAVO_STOP_WITH_STDIN: '1',
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.#child.stderr?.pipe(log);
    this.#child.stdin?.on('error', () => undefined);
    if (this.#child.stdout && options.onLine) createInterface(this.#child.stdout).on('line', options.onLine);
    this.#exited = new Promise((resolve) => {
      this.#child.on('error', () => resolve(1));
      this.#child.on('exit', (code) => resolve(code ?? 1));
    });
  }

  /** Resolves with the exit code. */
  get exited(): Promise<number> {
    return this.#exited;
  }

  get stopping(): boolean {
    return this.#stopping;
  }

  /** Asks it to stop, and insists after ten seconds. */
  async stop(): Promise<void> {
    this.#stopping = true;
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill('SIGTERM');
    const insist = setTimeout(() => this.#child.kill('SIGKILL'), 10_000);
    await this.#exited;
    clearTimeout(insist);
  }

  /** The end of its log, for the message when it died. */
  async lastWords(): Promise<string> {
    // A program that could not even be run has written no log.
    const text = await readFile(this.#logFile, 'utf8').catch(() => '');
    return text.trimEnd().split('\n').slice(-12).join('\n');
  }
}

/** Starts a service and waits for its `… ready …` line. Throws with the end of its log if it dies before. */
export async function startService(options: Omit<ProgramOptions, 'onLine'>): Promise<Program> {
  const ready = Promise.withResolvers<void>();
  const program = new Program({
    ...options,
    onLine: (line) => {
      if (line.startsWith(`${options.name} ready`)) ready.resolve();
    },
  });
  const died = program.exited.then(async (code) => {
    throw new Error(`${options.name} ended with ${code} before it was ready:\n${await program.lastWords()}`);
  });
  await Promise.race([ready.promise, died]);
  // Once it is ready, whoever watches the program hears of its end; this promise has nobody any more.
  died.catch(() => undefined);
  return program;
}

function keepLogBounded(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > maxLogBytes) truncateSync(file, 0);
}
