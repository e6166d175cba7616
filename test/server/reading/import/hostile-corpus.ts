// Makes broken and malicious files of every format, the same each time: bombs, paths that climb out, entities that grow,
// pictures larger than any memory, lies about sizes, loops, scripts, bait for slow patterns. Also a program: with a folder
// as argument it writes them there.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hostileArchives } from './hostile/archives.ts';
import { hostileComics, hostileDocuments, hostileEpubs } from './hostile/books.ts';
import type { HostileFile } from './hostile/parts.ts';
import { hostileMobis, hostilePdfs } from './hostile/records.ts';
import { hostileTexts } from './hostile/texts.ts';

export async function hostileFiles(): Promise<HostileFile[]> {
  return [
    ...(await hostileArchives()),
    ...(await hostileEpubs()),
    ...(await hostileDocuments()),
    ...hostileTexts(),
    ...hostilePdfs(),
    ...hostileMobis(),
    ...(await hostileComics()),
  ];
}

if (process.argv[1] === import.meta.filename) {
  const folder = process.argv[2] ?? 'hostile';
  await mkdir(folder, { recursive: true });
  for (const { name, bytes } of await hostileFiles()) await writeFile(join(folder, name), bytes);
}
