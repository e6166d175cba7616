// Reads standard input and files that a command names. Must not know what is in them.

import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { StartError, systemCode } from '../../base/start-error.ts';

const largest = 32 * 1024 * 1024;

export async function readInput(input: Readable): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of input) {
    const bytes = Buffer.from(part as string | Uint8Array);
    size += bytes.length;
    if (size > largest) throw new StartError('Standard input is larger than 32 MB.');
    parts.push(bytes);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** The file's text; `-` is standard input. */
export async function readFileOrInput(path: string, input: Readable): Promise<string> {
  if (path === '-') return readInput(input);
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const code = systemCode(cause);
    const why =
      code === 'ENOENT'
        ? 'does not exist'
        : code === 'EISDIR'
          ? 'is a folder'
          : `cannot be read (${code ?? 'unknown'})`;
    throw new StartError(`${path} ${why}.`, { cause });
  }
}

/** The JSON in a text; `where` names it when it is none. */
export function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new StartError(`${where} is not JSON: ${(cause as Error).message}.`, { cause });
  }
}
