import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { savePicture } from '../../../electron/disk/save-picture.ts';

let home: string;
const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2);

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'octavo-pictures-'));
});
afterAll(() => rm(home, { recursive: true }));

it('saves into the folder for pictures, never over another, never elsewhere', async () => {
  const places = { home, config: undefined };
  const pictures = join(home, 'Pictures');
  expect(await savePicture('Moby-Dick.png', png, places)).toBe(join(pictures, 'Moby-Dick.png'));
  expect(await savePicture('Moby-Dick.png', png, places)).toBe(join(pictures, 'Moby-Dick (2).png'));
  expect(await savePicture('../../etc/passwd', png, places)).toBe(join(pictures, 'etc passwd.png'));
  expect(await savePicture('\0/:', png, places)).toBe(join(pictures, 'Octavo.png'));
  expect(new Uint8Array(await readFile(join(pictures, 'Octavo.png')))).toEqual(png);
  // Signs that turn the order of letters would show another ending than there is.
  expect(await savePicture('a\u202egpj.exe', png, places)).toBe(join(pictures, 'a gpj.exe.png'));
  await expect(savePicture('a', Uint8Array.of(1, 2), places)).rejects.toMatchObject({ code: 'bad_argument' });
});

it('shortens names to what a file system takes, however many bytes their letters are', async () => {
  const places = { home, config: undefined };
  for (const letter of ['x', '漢', '😀']) {
    const paths = [await savePicture(letter.repeat(100_000), png, places)];
    paths.push(await savePicture(letter.repeat(100_000), png, places));
    for (const path of paths) expect(new Uint8Array(await readFile(path))).toEqual(png);
  }
});

it('follows the desktop’s own folders, and says when it cannot write', async () => {
  const config = join(home, '.config');
  await mkdir(config);
  await writeFile(join(config, 'user-dirs.dirs'), '# dirs\nXDG_PICTURES_DIR="$HOME/Bilder"\n');
  expect(await savePicture('x', png, { home, config })).toBe(join(home, 'Bilder', 'x.png'));
  await writeFile(join(home, 'file'), '');
  await writeFile(join(config, 'user-dirs.dirs'), 'XDG_PICTURES_DIR="$HOME/file/inside"\n');
  await expect(savePicture('x', png, { home, config })).rejects.toMatchObject({ code: 'disk_full' });
});
