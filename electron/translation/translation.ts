// Translates words that the reader asked about, by the service that the reader set up, and by nothing else: without a
// question nothing is sent. The key lies in the vault.

import { spawn } from 'node:child_process';
import { AppError } from '../../api/errors.ts';
import {
  noTranslation,
  type TranslationOptions,
  type TranslationState,
  translationLimit,
} from '../../api/translation.ts';
import type { SettingsFile } from '../disk/settings.ts';
import { fillIn, splitCommand } from '../eink/command-line.ts';
import type { Vault } from '../vault/vault.ts';
import { type Question, type ServiceRequest, serviceKinds, webAddress } from './build-question.ts';

export interface Translation {
  state(): Promise<TranslationState>;
  /** `key`: absent keeps the one that is there, empty removes it. Throws `bad_argument` for what cannot work. */
  change(options: TranslationOptions, key?: string): Promise<TranslationState>;
  /** `not_found` while no service is set up. */
  translate(asked: { text: string; from: string; to: string }): Promise<{ text: string }>;
}

const vaultName = 'translation-key';
/** Milliseconds. */
const timeLimit = 30_000;
/** Bytes of an answer. */
const answerLimit = 1 << 20;

export function createTranslation({ settings, vault }: { settings: SettingsFile; vault: Vault }): Translation {
  const options = () => ({ ...noTranslation, ...settings.values.translation });
  const state = async () => ({ options: options(), hasKey: (await vault.read(vaultName)) !== undefined });
  return {
    state,
    async change(next, key) {
      check(next, key ?? '');
      if (key === '') await vault.remove(vaultName);
      else if (key !== undefined) await vault.write(vaultName, key);
      await settings.change({ translation: next });
      return state();
    },
    async translate({ text, from, to }) {
      const chosen = options();
      if (text.length > translationLimit)
        throw new AppError('too_large', 'The passage is too long to be translated at once.');
      if (chosen.kind === 'none') throw new AppError('not_found', 'No translation service is set up.');
      const question: Question = { text, from, to: chosen.target || to, key: (await vault.read(vaultName)) ?? '' };
      if (chosen.kind === 'command') return { text: await run(chosen.command, question) };
      const kind = serviceKinds[chosen.kind];
      const translated = kind.read(chosen, await ask(kind.build(chosen, question)));
      if (translated === undefined)
        throw new AppError('fetch_failed', 'The answer of the service holds no translation.');
      return { text: translated };
    },
  };
}

function check(options: TranslationOptions, key: string): void {
  if (options.kind === 'none') return;
  if (options.kind === 'command') {
    if (splitCommand(options.command).length === 0) throw new AppError('bad_argument', 'The command is empty.');
    return;
  }
  webAddress(options.address);
  headersOf(serviceKinds[options.kind].build(options, { text: '', from: 'en', to: 'en', key }));
}

/** What the connection itself says; another value would only break it. */
const connections = ['connection', 'content-length', 'expect', 'host', 'keep-alive', 'transfer-encoding', 'upgrade'];

/** Throws `bad_argument` for what no request can carry, such as letters beyond Latin ones in a key. */
function headersOf({ headers }: ServiceRequest): Headers {
  try {
    const all = new Headers({ 'content-type': 'application/json', accept: 'application/json', ...headers });
    if (!connections.some((name) => all.has(name))) return all;
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw new AppError('bad_argument', 'The header or the key has letters that no request can carry.', undefined, {
      cause,
    });
  }
  throw new AppError('bad_argument', 'The header is one that the connection itself sets.');
}

async function ask(request: ServiceRequest): Promise<unknown> {
  const { url, body } = request;
  const headers = headersOf(request);
  let response: Response;
  try {
    response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      // A key that was meant for one address goes to no other.
      redirect: 'error',
      signal: AbortSignal.timeout(timeLimit),
    });
  } catch (cause) {
    throw unanswered(cause);
  }
  const text = await readAnswer(response);
  if (!response.ok) throw refusal(response.status);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('fetch_failed', 'The service did not answer with JSON.', undefined, { cause });
  }
}

async function readAnswer(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const piece of response.body ?? []) {
      size += piece.length;
      if (size > answerLimit) throw new AppError('too_large', 'The answer of the service is too large.');
      pieces.push(piece);
    }
  } catch (cause) {
    throw cause instanceof AppError ? cause : unanswered(cause);
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** No answer, or half of one. */
function unanswered(cause: unknown): AppError {
  const late = cause instanceof DOMException && cause.name === 'TimeoutError';
  return new AppError(late ? 'timeout' : 'offline', undefined, undefined, { cause });
}

function refusal(status: number): AppError {
  if (status === 401 || status === 403) return new AppError('no_permission', 'The service does not accept the key.');
  // 456 is DeepL's for a quota that is used up.
  if (status === 429 || status === 456) return new AppError('limit_reached', 'The service’s limit is reached for now.');
  if (status >= 500) return new AppError('upstream_unavailable', `The service fails (status ${status}).`);
  return new AppError('fetch_refused', `The service refuses the request (status ${status}).`);
}

/** Without a shell; the text goes in by standard input, so it can never become a command. */
function run(line: string, { text, from, to }: Question): Promise<string> {
  const [program, ...words] = fillIn(splitCommand(line), { from: from || 'auto', to });
  if (program === undefined) return Promise.reject(new AppError('not_found', 'No translation service is set up.'));
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, {
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: timeLimit,
      killSignal: 'SIGKILL',
    });
    const pieces: Buffer[] = [];
    let size = 0;
    child.once('error', (cause) => {
      reject(new AppError('not_found', `The program ${program} cannot be started.`, undefined, { cause }));
    });
    // A program that reads nothing closes its end.
    child.stdin.once('error', () => child.stdin.destroy());
    child.stdout.on('data', (piece: Buffer) => {
      size += piece.length;
      if (size <= answerLimit) pieces.push(piece);
      else child.kill('SIGKILL');
    });
    child.once('close', (code, signal) => {
      const answer = Buffer.concat(pieces).toString('utf8').trim();
      if (size > answerLimit) reject(new AppError('too_large', 'The answer of the program is too large.'));
      else if (signal !== null) reject(new AppError('timeout'));
      else if (code !== 0 || answer === '') reject(new AppError('fetch_failed', `The program ended with ${code}.`));
      else resolve(answer);
    });
    child.stdin.end(text);
  });
}
