// Saves a picture that the reader made into the folder for pictures, under a name that no other file has.

import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../api/errors.ts';
import { isMissing, systemCode } from './file-error.ts';

const pngStart = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
export const pictureLimit = 16 * 1024 * 1024;
/** Characters of a name, and the bytes that a file system takes, with room for a number and the ending. */
const nameLength = 80;
const nameBytes = 240;
const triesAllowed = 1000;

interface Places {
  home: string;
  /** `XDG_CONFIG_HOME`. */
  config: string | undefined;
}

/** Answers the path. Throws `bad_argument` for what is no PNG, `disk_full` where it cannot be written. */
export async function savePicture(
  name: string,
  bytes: Uint8Array,
  { home, config }: Places = { home: homedir(), config: process.env.XDG_CONFIG_HOME },
): Promise<string> {
  if (!(bytes instanceof Uint8Array) || !pngStart.every((byte, at) => bytes[at] === byte)) {
    throw new AppError('bad_argument', 'The picture is no PNG.');
  }
  if (bytes.length > pictureLimit) throw new AppError('too_large', 'The picture is too large.');
  const folder = await picturesFolder(home, config ?? join(home, '.config'));
  const base = plainName(name);
  try {
    await mkdir(folder, { recursive: true });
    for (let number = 1; number <= triesAllowed; number++) {
      const path = join(folder, number === 1 ? `${base}.png` : `${base} (${number}).png`);
      if (await writtenAnew(path, bytes)) return path;
    }
  } catch (cause) {
    throw new AppError('disk_full', `The picture cannot be saved in ${folder}.`, undefined, { cause });
  }
  throw new AppError('already_exists', `There are too many pictures of that name in ${folder}.`);
}

async function writtenAnew(path: string, bytes: Uint8Array): Promise<boolean> {
  let file: Awaited<ReturnType<typeof open>>;
  try {
    file = await open(path, 'wx');
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  }
  try {
    await file.writeFile(bytes);
    await file.sync();
  } catch (error) {
    // Half of a picture is none, and would stand in the way of the next attempt.
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  return true;
}

/** As `xdg-user-dirs` has it, else Pictures. */
async function picturesFolder(home: string, config: string): Promise<string> {
  try {
    const text = await readFile(join(config, 'user-dirs.dirs'), 'utf8');
    const found = /^XDG_PICTURES_DIR="(?:\$HOME)?(\/[^"]*)"$/m.exec(text);
    if (found?.[1]) return found[0].includes('$HOME') ? join(home, found[1]) : found[1];
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  return join(home, 'Pictures');
}

/** Nothing that leads to another folder, or that a file system refuses. */
function plainName(name: string): string {
  const plain = name
    .replace(/\.png$/i, '')
    .replace(/[\p{Cc}\p{Bidi_Control}\p{Surrogate}/\\:*?"<>|]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .replace(/^[.\s]+/u, '')
    .trim();
  const letters = [...plain].slice(0, nameLength);
  while (Buffer.byteLength(letters.join('')) > nameBytes) letters.pop();
  return letters.join('').trim() || 'Octavo';
}
