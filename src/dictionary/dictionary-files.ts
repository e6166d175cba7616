// Finds the dictionaries among the files that the reader chose: loose ones or archives of them, each with its facts,
// index, synonyms and text, unpacked.

import { DictionaryError } from './dictionary-error.ts';
import { gunzip, type NamedBlob, untar, unzip } from './unpack.ts';

export interface DictionaryFiles {
  /** Of the files, for messages. */
  name: string;
  facts: string;
  index: Blob;
  synonyms: Blob | undefined;
  text: Blob;
}

const part = /^(.*)\.(ifo|idx|idx\.gz|syn|syn\.dz|dict|dict\.dz)$/iu;
const factsLimit = 64 * 1024;

/** Throws `DictionaryError` when there is none, or one lacks a part. */
export async function findDictionaries(files: readonly File[]): Promise<DictionaryFiles[]> {
  const parts: NamedBlob[] = [];
  for (const file of files) parts.push(...(await opened(file)));
  const groups = new Map<string, Map<string, Blob>>();
  for (const { name, blob } of parts) {
    const [, base = '', kind = ''] = part.exec(name) ?? [];
    if (!kind) continue;
    const group = groups.get(base) ?? new Map<string, Blob>();
    groups.set(base, group.set(kind.toLowerCase(), blob));
  }
  if (groups.size === 0) throw new DictionaryError('unsupported', 'There is no StarDict dictionary in these files.');
  const found: DictionaryFiles[] = [];
  for (const [base, group] of groups) found.push(await complete(base, group));
  return found;
}

async function opened(file: File): Promise<NamedBlob[]> {
  const name = file.name.toLowerCase();
  const wanted = (inside: string) => part.test(inside);
  if (name.endsWith('.zip')) return unzip(file, wanted);
  if (name.endsWith('.tar.gz') || name.endsWith('.tgz')) return untar(await gunzip(file), wanted);
  if (name.endsWith('.tar')) return untar(file, wanted);
  if (/\.(tar\.(bz2|xz|zst)|7z|rar)$/u.test(name)) {
    throw new DictionaryError('unsupported', 'Archives of this kind have to be unpacked first.');
  }
  return [{ name: file.name, blob: file }];
}

async function complete(base: string, group: ReadonlyMap<string, Blob>): Promise<DictionaryFiles> {
  const facts = group.get('ifo');
  const index = await either(group, 'idx', 'idx.gz');
  const text = await either(group, 'dict', 'dict.dz');
  const name = base.split('/').at(-1) || base;
  if (!facts || !index || !text) {
    const missing = [facts ? '' : '.ifo', index ? '' : '.idx', text ? '' : '.dict'].filter(Boolean).join(', ');
    throw new DictionaryError('incomplete', `${name}: ${missing}`);
  }
  if (facts.size > factsLimit) throw new DictionaryError('damaged', 'The .ifo file is too large.');
  return { name, facts: await facts.text(), index, synonyms: await either(group, 'syn', 'syn.dz'), text };
}

async function either(group: ReadonlyMap<string, Blob>, plain: string, packed: string): Promise<Blob | undefined> {
  const found = group.get(plain);
  if (found) return found;
  const compressed = group.get(packed);
  return compressed && gunzip(compressed);
}
