// The main process's log: rotating files in the data folder, and standard error. Knows no secrets: facts whose names
// sound like one are hidden, so that a log can be sent to a stranger.

import { appendFile, mkdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from './file-error.ts';

export type LogLevel = 'info' | 'warn' | 'error';
type Facts = Record<string, unknown>;

export interface Log {
  info(message: string, facts?: Facts): void;
  warn(message: string, facts?: Facts): void;
  error(message: string, facts?: Facts): void;
  /** Waits until everything is written. */
  flush(): Promise<void>;
}

interface LogOptions {
  /** Bytes after which a file is put aside. */
  maxBytes?: number;
  /** Files kept beside the current one. */
  keep?: number;
  /** Where lines are shown as well. */
  echo?: (line: string) => void;
}

const secretName = /token|secret|key|password|authorization|cookie|nonce|verifier|signature|^code$/i;

/** `FOLDER/octavo.log`, then `octavo.1.log` and so on. */
export function openLog(folder: string, options: LogOptions = {}): Log {
  const { maxBytes = 1 << 20, keep = 3, echo = (line) => process.stderr.write(line) } = options;
  const file = join(folder, 'octavo.log');
  let size: number | undefined;
  let waiting = '';
  let writing: Promise<void> | undefined;
  let failed = false;

  async function drain(): Promise<void> {
    while (waiting) {
      const text = waiting;
      waiting = '';
      try {
        size ??= await sizeOf(folder, file);
        if (size > 0 && size + text.length > maxBytes) {
          await rotate(folder, keep);
          size = 0;
        }
        await appendFile(file, text, { mode: 0o600 });
        size += Buffer.byteLength(text);
      } catch (error) {
        // A full disk must not end the program; standard error still has the lines.
        if (!failed) echo(line('error', 'The log file cannot be written', { cause: String(error) }));
        failed = true;
      }
    }
    writing = undefined;
  }

  function write(level: LogLevel, message: string, facts?: Facts): void {
    const text = line(level, message, facts);
    echo(text);
    waiting += text;
    writing ??= drain();
  }

  return {
    info: (message, facts) => write('info', message, facts),
    warn: (message, facts) => write('warn', message, facts),
    error: (message, facts) => write('error', message, facts),
    flush: async () => {
      while (writing) await writing;
    },
  };
}

function line(level: LogLevel, message: string, facts?: Facts): string {
  const shown = facts ? ` ${JSON.stringify(facts, hideSecrets)}` : '';
  // One entry is one line, whatever a page put into its message.
  return `${new Date().toISOString()} ${level} ${message.replaceAll(/[\r\n]+/g, ' ⏎ ')}${shown}\n`;
}

function hideSecrets(name: string, value: unknown): unknown {
  if (secretName.test(name)) return '[hidden]';
  if (value instanceof Error) return describeError(value);
  return value;
}

/** Message and causes of an error, without its stack. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message} (${describeError(error.cause)})`;
}

async function sizeOf(folder: string, file: string): Promise<number> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
}

async function rotate(folder: string, keep: number): Promise<void> {
  const name = (age: number) => join(folder, age === 0 ? 'octavo.log' : `octavo.${age}.log`);
  for (let age = keep - 1; age >= 0; age--) {
    try {
      await rename(name(age), name(age + 1));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
}
