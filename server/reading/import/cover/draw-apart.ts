// Has drawings made by a process of their own, one at a time: a few lines of markup can unfold to hours of work and to any
// amount of memory, and what draws them cannot be stopped from within. Such a process is started by the drawing that needs
// it and ends with it, at the latest with this one.

import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { Turnstile } from '../turnstile.ts';
import type { Cover } from './fit-to-shelf.ts';

export type DrawAnswer = { ok: true; cover: Cover } | { ok: false; reason: string };

export interface DrawLimits {
  /** From the start of the process to its answer. */
  seconds?: number;
  /** Of memory that the process may write to, with some 650 that Node sets aside and hardly uses. Linux keeps to it. */
  megabytes?: number;
}

/** Real covers take less than one, of which most is the start of the process. */
const mostSeconds = 10;
/** A drawing with a picture of 81 megapixels in it fits. */
const mostMegabytes = 1536;
const drawing = new Turnstile(1);

// Beside this file in the sources, and beside the program in the bundle.
const program = new URL(import.meta.url.endsWith('.ts') ? './draw-process.ts' : './draw-process.mjs', import.meta.url);

/** Rejects with what is wrong with the drawing, also when it takes too long or needs too much memory. */
export function drawApart(bytes: Uint8Array, limits: DrawLimits = {}): Promise<Cover> {
  const { seconds = mostSeconds, megabytes = mostMegabytes } = limits;
  const key = createHash('sha256').update(bytes).digest('hex');
  return drawing.run(`${key} ${seconds} ${megabytes}`, () => draw(bytes, seconds, megabytes));
}

async function draw(bytes: Uint8Array, seconds: number, megabytes: number): Promise<Cover> {
  const child = fork(program, {
    ...withinMemory(megabytes),
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => needed.test(name))),
    // Pictures go as bytes.
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const ended = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<DrawAnswer>();
  const refuse = (reason: string) => answered.resolve({ ok: false, reason });
  child.once('message', (answer: DrawAnswer) => answered.resolve(answer));
  child.once('exit', (code, signal) => {
    refuse(`what draws it ended with ${signal ? `${signal}, as it does where memory is short` : code}`);
    ended.resolve();
  });
  child.on('error', (error) => {
    refuse(error.message);
    // It was never started.
    if (child.pid === undefined) ended.resolve();
  });
  const late = setTimeout(() => refuse(`it takes more than ${seconds} seconds to draw`), seconds * 1000);
  child.send(bytes, (error) => error && refuse(error.message));
  const answer = await answered.promise;
  clearTimeout(late);
  child.kill('SIGKILL');
  await ended.promise;
  if (!answer.ok) throw new Error(answer.reason);
  return { ...answer.cover, bytes: Buffer.from(answer.cover.bytes) };
}

/** Fonts and programs are found by these. The others are of no use to it, and not for the eyes of what reads strangers' files. */
const needed = /^(?:PATH|HOME|LANG|LC_\w+|LD_LIBRARY_PATH|XDG_\w+|FONTCONFIG_\w+|SystemRoot)$/;

/**
 * The shell sets the limit and becomes the process, which leaves no image of its memory when it runs into it, and is the
 * first to go where the machine has less.
 */
function withinMemory(megabytes: number) {
  if (process.platform === 'win32') return { execArgv: [] };
  const first = 'echo 1000 > /proc/self/oom_score_adj';
  const limits = `${first}; ulimit -c 0; ulimit -d ${megabytes * 1024}; exec "$0" "$@"`;
  return { execPath: '/bin/sh', execArgv: ['-c', limits, process.execPath] };
}
