// One running client per data folder: the first listens on a Unix socket, later ones hand it their request and end. One
// that finds the first at its end waits for it and starts itself.

import { createHash } from 'node:crypto';
import { chmodSync, linkSync, lstatSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isMissing, systemCode } from '../disk/file-error.ts';

/** What a later start wants of the running one. */
export interface SecondStart {
  browser: boolean;
  files: string[];
}
export interface SecondStartAnswer {
  /** A one-time address, when it asked for a browser. */
  address?: string;
  /** Nothing was taken over: the running client ends. */
  ending?: true;
}

export type Instance =
  | { first: true; close(): void }
  /** Another one is running and answered. */
  | { first: false; answer: SecondStartAnswer };

const maxMessage = 1 << 20;
/** Milliseconds. */
const answerTime = 15_000;
const endTime = 30_000;
const endPause = 100;

export async function takeInstance(
  folder: string,
  request: SecondStart,
  onSecond: (request: SecondStart) => Promise<SecondStartAnswer>,
): Promise<Instance> {
  const path = socketPath(folder);
  const giveUpAt = Date.now() + endTime;
  for (let attempt = 0; attempt < 5; ) {
    const server = await listen(path, onSecond);
    if (server) return { first: true, close: () => server.close() };
    const answer = await ask(path, request);
    if (!answer) {
      attempt += 1;
      await removeStale(path);
    } else if (!answer.ending) return { first: false, answer };
    else if (Date.now() < giveUpAt) await pause(endPause);
    else throw new Error(`The client that runs in ${folder} is ending and does not end; end it first.`);
  }
  throw new Error(`Another start is in progress in ${folder}; wait a moment and start again.`);
}

// The kernel takes 107 bytes at most.
function socketPath(folder: string): string {
  const path = join(folder, 'instance.sock');
  if (Buffer.byteLength(path) <= 100) return path;
  const name = `octavo-${process.getuid?.() ?? 0}-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`;
  const short = join(process.env.XDG_RUNTIME_DIR || tmpdir(), name);
  mkdirSync(short, { recursive: true, mode: 0o700 });
  const found = lstatSync(short);
  if (!found.isDirectory() || found.uid !== process.getuid?.()) throw new Error(`${short} belongs to someone else.`);
  chmodSync(short, 0o700);
  return join(short, 'instance.sock');
}

function listen(path: string, onSecond: (request: SecondStart) => Promise<SecondStartAnswer>) {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('error', () => socket.destroy());
    socket.on('data', (part: string) => {
      text += part;
      if (text.length > maxMessage) socket.destroy();
    });
    socket.on('end', () => {
      Promise.resolve()
        .then(() => onSecond(readRequest(text)))
        .then(
          (answer) => socket.end(JSON.stringify(answer)),
          () => socket.destroy(),
        );
    });
  });
  return new Promise<Server | undefined>((resolve, reject) => {
    server.once('error', (error) => (systemCode(error) === 'EADDRINUSE' ? resolve(undefined) : reject(error)));
    server.listen(path, () => resolve(server));
  });
}

function readRequest(text: string): SecondStart {
  const parsed = JSON.parse(text) as Partial<SecondStart>;
  const files = Array.isArray(parsed.files) ? parsed.files.filter((file) => typeof file === 'string') : [];
  return { browser: parsed.browser === true, files };
}

/** Undefined when nobody listens there any more. */
function ask(path: string, request: SecondStart): Promise<SecondStartAnswer | undefined> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect({ path, allowHalfOpen: true }, () => socket.end(JSON.stringify(request)));
    socket.setTimeout(answerTime, () => socket.destroy(new Error('The running client does not answer; end it first.')));
    socket.setEncoding('utf8');
    socket.on('data', (part: string) => {
      text += part;
    });
    socket.on('end', () => resolve(readAnswer(text)));
    socket.on('error', (error) => {
      const gone = ['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE'].includes(systemCode(error) ?? '');
      if (gone) resolve(undefined);
      else reject(error);
    });
  });
}

/** A client that says nothing has taken nothing over: it could not start, and ends. */
function readAnswer(text: string): SecondStartAnswer {
  try {
    return JSON.parse(text) as SecondStartAnswer;
  } catch (error) {
    if (error instanceof SyntaxError) return { ending: true };
    throw error;
  }
}

// Two starts may find the same dead socket. Each first takes it away under a name of its own and asks again there, so
// that neither can remove the socket on which the other has begun to listen.
async function removeStale(path: string): Promise<void> {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  const alive = await isListening(aside);
  if (alive) {
    try {
      linkSync(aside, path);
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') throw error;
    }
  }
  rmSync(aside, { force: true });
}

function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
