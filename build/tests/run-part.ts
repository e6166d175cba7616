// Runs one part of the tests in a process of its own, and ends it when it hangs: a browser or a database that stopped
// answering would otherwise keep the whole run for ever.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { bin, root } from '../run.ts';
import { openFilesVariable } from './open-files-reporter.ts';

export interface Part {
  name: string;
  projects: readonly string[];
  /** Which of how many equal shares of the projects' files, both counted from 1. */
  share?: readonly [number, number];
  /** Only these files, as absolute paths. */
  files?: readonly string[];
}

/** What Vitest's JSON reporter writes, as far as it is read here. */
export interface Report {
  testResults: FileReport[];
}

export interface FileReport {
  /** The file's absolute path. */
  name: string;
  status: string;
  message: string;
  assertionResults: { ancestorTitles: string[]; title: string; status: string; failureMessages?: string[] }[];
}

export interface PartResult {
  code: number;
  /** Absent when Vitest ended without one. */
  report: Report | undefined;
  /** When it was ended because it hung: the files that were open. */
  hung: string[] | undefined;
}

/** Milliseconds without a line of output after which a run hangs; the longest test file takes a sixth of it. */
const longestSilence = 240_000;
/** Milliseconds that Vitest has to close its browser and its database. */
const timeToStop = 15_000;

const running = new Set<ChildProcess>();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    for (const child of running) signalGroup(child, 'SIGKILL');
    process.exit(128);
  });

export async function runPart(part: Part, env: NodeJS.ProcessEnv): Promise<PartResult> {
  const file = join(root, 'dist', 'test', `${part.name}.json`);
  const openFiles = join(root, 'dist', 'test', `${part.name}.open.json`);
  await mkdir(dirname(file), { recursive: true });
  await Promise.all([rm(file, { force: true }), rm(openFiles, { force: true })]);
  const child = spawn(bin('vitest'), argumentsOf(part, file), {
    cwd: root,
    env: { ...process.env, ...env, [openFilesVariable]: openFiles },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that what a hanging run started ends with it.
    detached: true,
  });
  running.add(child);
  const { code, hung } = await ended(child);
  running.delete(child);
  return {
    code,
    report: hung ? undefined : await readJson<Report>(file),
    hung: hung ? ((await readJson<string[]>(openFiles)) ?? []) : undefined,
  };
}

function argumentsOf({ projects, share, files }: Part, report: string): string[] {
  return [
    'run',
    ...(files ?? []),
    ...projects.flatMap((project) => ['--project', project]),
    ...(share ? [`--shard=${share.join('/')}`] : []),
    '--reporter=default',
    `--reporter=${join(root, 'build/tests/open-files-reporter.ts')}`,
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
}

function ended(child: ChildProcess): Promise<{ code: number; hung: boolean }> {
  return new Promise((resolve, reject) => {
    let hung = false;
    const stop = () => {
      hung = true;
      signalGroup(child, 'SIGTERM');
      setTimeout(() => signalGroup(child, 'SIGKILL'), timeToStop).unref();
    };
    let silence = setTimeout(stop, longestSilence);
    const pass = (chunk: Buffer) => {
      process.stderr.write(chunk);
      clearTimeout(silence);
      if (!hung) silence = setTimeout(stop, longestSilence);
    };
    child.stdout?.on('data', pass);
    child.stderr?.on('data', pass);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(silence);
      resolve({ code: code ?? (signal ? 128 : 1), hung });
    });
  });
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid) process.kill(-child.pid, signal);
  } catch (error) {
    // All of it has ended already.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Undefined when the file is not there or not whole: the run was ended before or while it wrote. */
function readJson<T>(path: string): Promise<T | undefined> {
  return readFile(path, 'utf8').then(
    (text) => JSON.parse(text) as T,
    () => undefined,
  );
}
