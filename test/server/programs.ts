// Starts the programs as they are built for people, each with a data folder of its own, and talks to them over HTTP.

import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { bundledPrograms } from './bundled-programs.ts';
import { programEnvironment } from './program-environment.ts';

export type Ended = number | NodeJS.Signals;
export interface Launched {
  process: ChildProcess;
  output: { out: string; err: string };
  ended: Promise<Ended>;
}
export interface Service extends Launched {
  address: string;
}

const folder = await bundledPrograms();
const running = new Set<ChildProcess>();

export async function killAll(): Promise<void> {
  const ends = [...running].map((child) => new Promise((resolve) => child.once('close', resolve)));
  for (const child of running) child.kill('SIGKILL');
  await Promise.all(ends);
}

export function launch(program: 'octavo' | 'authsrv', args: string[], env: Record<string, string>): Launched {
  const child = spawn(process.execPath, [join(folder, `${program}.mjs`), ...args], {
    env: { ...programEnvironment, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  running.add(child);
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    output.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.err += chunk;
  });
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code, signal) => {
      running.delete(child);
      resolve(code ?? (signal as NodeJS.Signals));
    });
  });
  return { process: child, output, ended };
}

/** Waits for the line by which the program says that it is ready. */
export async function ready(launched: Launched, line: RegExp): Promise<Service> {
  const { process: child, output, ended } = launched;
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const found = line.exec(output.out);
      if (found?.[1]) resolve(found[1]);
    });
    void ended.then((code) => reject(new Error(`It ended with ${code}: ${output.err}`)));
  });
  return { ...launched, address };
}

/** Runs a verb to its end. */
export async function run(args: string[], env: Record<string, string>, input = '') {
  const { process: child, output, ended } = launch('octavo', args, env);
  child.stdin?.end(input);
  const code = await ended;
  return { code, ...output };
}

export async function call(address: string, key: string, params: object, token?: string) {
  const [method, path] = key.split(' ') as [string, string];
  const words = Object.entries(params).map(([name, value]): [string, string] => [name, String(value)]);
  const query = method === 'GET' ? `?${new URLSearchParams(words)}` : '';
  const response = await fetch(`${address}${path}${query}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(method === 'POST' ? { body: JSON.stringify(params) } : {}),
  });
  return (await response.json()) as Record<string, never>;
}
