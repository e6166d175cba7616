import { expect, it } from 'vitest';
import type { Database } from '../../../src/db/database.ts';
import {
  installedDictionaries,
  raiseDictionary,
  removeDictionary,
  removeUnfinished,
} from '../../../src/db/reading/dictionaries.ts';
import { findDictionaries } from '../../../src/dictionary/dictionary-files.ts';
import { installDictionary } from '../../../src/dictionary/install.ts';
import { Dictionaries } from '../../../src/dictionary/look-up.ts';
import { readEntry } from '../../../src/dictionary/read-entry.ts';
import { plainText, richEntry } from '../../../src/dictionary/rich.ts';
import { temporaryDatabase } from '../db/temporary-database.ts';
import { buildDictionary, filesOf, gzip, ifoOf, type Made, tar } from './build-dictionary.ts';

async function install(database: Database, files: File[], onProgress: (tenths: number) => void = () => undefined) {
  for (const found of await findDictionaries(files)) {
    await installDictionary(database, found, { now: 1, onProgress, onBegin: () => undefined });
  }
}

const failed = (name: string, error: unknown) => {
  throw new Error(`${name} cannot be read.`, { cause: error });
};

const look = async (database: Database, text: string, more: { following?: string; language?: string } = {}) =>
  (await new Dictionaries(database).lookUp({ text, language: 'en', ...more }, failed)).map(
    ({ word, entry }) => `${word}: ${plainText(entry).trim()}`,
  );

const animals = buildDictionary([
  { word: 'dog', data: 'an animal that barks' },
  { word: 'Été', data: 'summer' },
  { word: 'mouse', data: 'a small rodent', synonyms: ['mousie'] },
  { word: 'run', data: 'to go fast' },
  { word: 'run', data: 'a stretch' },
]);

it('finds words as they stand, folded, by synonym, and by their base form, and every entry of a word', async () => {
  const database = await temporaryDatabase();
  await install(database, filesOf(animals));
  expect(await look(database, 'dog')).toEqual(['dog: an animal that barks']);
  expect(await look(database, ' DOGS, ')).toEqual(['dog: an animal that barks']);
  expect(await look(database, 'ete')).toEqual(['Été: summer']);
  expect(await look(database, 'mice')).toEqual(['mouse: a small rodent']);
  expect(await look(database, 'mousie')).toEqual(['mouse: a small rodent']);
  expect(await look(database, 'running')).toEqual(['run: to go fast', 'run: a stretch']);
  expect(await look(database, 'cat')).toEqual([]);
  // A book may name any language.
  const asked = { text: 'dogs', language: 'constructor' };
  expect(await new Dictionaries(database).lookUp(asked, failed)).toMatchObject([{ word: 'dog' }]);
});

it('shows a headword first and after it those that it is a form of, as far as the same dictionary has them', async () => {
  const database = await temporaryDatabase();
  const own = buildDictionary([
    { word: 'corn', data: 'a grain' },
    { word: 'corner', data: 'where two sides meet' },
    { word: 'find', data: 'to come upon', synonyms: ['finds'] },
    { word: 'found', data: 'to establish' },
    { word: 'leaf', data: 'of a tree', synonyms: ['leaves'] },
    { word: 'leave', data: 'to go away' },
    { word: 'lay', data: 'to put' },
    ...Array.from({ length: 14 }, (_, n) => ({ word: 'left', data: `left ${n}` })),
  ]);
  await install(database, filesOf(own, 'one'));
  await install(database, filesOf(buildDictionary([{ word: 'lie', data: 'liegen' }], 'm', 'German'), 'two'));
  expect(await look(database, 'found')).toEqual(['found: to establish', 'find: to come upon']);
  expect(await look(database, 'Found,')).toEqual(['found: to establish', 'find: to come upon']);
  expect(await look(database, 'found', { language: 'de' })).toEqual(['found: to establish']);
  expect(await look(database, 'corner')).toEqual(['corner: where two sides meet']);
  expect(await look(database, 'finds')).toEqual(['find: to come upon']);
  expect(await look(database, 'leaves')).toEqual(['leaf: of a tree', 'leave: to go away']);
  // Each dictionary by what it has itself.
  expect(await look(database, 'lay')).toEqual(['lay: to put', 'lie: liegen']);
  const left = await look(database, 'left');
  expect(left).toHaveLength(13);
  expect(left.at(-1)).toBe('leave: to go away');
});

it('shows every word that one without an entry is known to be a form of, and of guesses only the first', async () => {
  const database = await temporaryDatabase();
  const entries = ['leaf', 'leave', 'chat', 'chate'].map((word) => ({ word, data: 'x' }));
  await install(database, filesOf(buildDictionary(entries)));
  expect(await look(database, 'leaves')).toEqual(['leave: x', 'leaf: x']);
  expect(await look(database, 'chates', { language: 'fr' })).toEqual(['chat: x']);
});

it('takes the longest Chinese word from the character on', async () => {
  const database = await temporaryDatabase();
  await install(
    database,
    filesOf(
      buildDictionary([
        { word: '中', data: 'middle' },
        { word: '中国', data: 'China' },
        { word: '中国人', data: 'Chinese' },
      ]),
    ),
  );
  expect(await look(database, '中', { following: '中国人民很多', language: 'zh' })).toEqual(['中: middle']);
  expect(await look(database, '中国人民', { following: '中国人民很多', language: 'zh' })).toEqual(['中国人: Chinese']);
});

it('asks several dictionaries in their order, and forgets one that is removed', async () => {
  const database = await temporaryDatabase();
  await install(database, filesOf(animals, 'one'));
  await install(database, filesOf(buildDictionary([{ word: 'dog', data: 'Hund' }], 'm', 'German'), 'two'));
  expect(await look(database, 'dog')).toEqual(['dog: an animal that barks', 'dog: Hund']);
  const [one, two] = await installedDictionaries(database);
  await raiseDictionary(database, two?.dictionaryId ?? '');
  expect(await look(database, 'dog')).toEqual(['dog: Hund', 'dog: an animal that barks']);
  await removeDictionary(database, one?.dictionaryId ?? '');
  expect(await look(database, 'dog')).toEqual(['dog: Hund']);
  expect(await database.dictionaryPages.count()).toBe(1);
});

it('opens archives and compressed parts', async () => {
  const database = await temporaryDatabase();
  const encoder = new TextEncoder();
  const packed = tar([
    { name: 'animals/a.ifo', data: encoder.encode(animals.ifo) },
    { name: 'animals/a.idx', data: animals.idx },
    { name: 'animals/a.dict.dz', data: new Uint8Array(await (await gzip(animals.dict as BlobPart)).arrayBuffer()) },
    { name: 'animals/readme.txt', data: encoder.encode('no') },
  ]);
  await install(database, [new File([await gzip(packed as BlobPart)], 'animals.tar.gz')]);
  expect(await look(database, 'dog')).toEqual(['dog: an animal that barks']);
});

it('refuses what is broken, and leaves nothing of it', async () => {
  const database = await temporaryDatabase();
  const problem = async (change: Partial<Made>) => {
    const error = await install(database, filesOf({ ...animals, ...change })).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    return (error as { problem?: string } | undefined)?.problem;
  };
  expect(await problem({ ifo: 'nothing' })).toBe('unsupported');
  expect(await problem({ idx: animals.idx.slice(0, 8) })).toBe('damaged');
  expect(await problem({ idx: new Uint8Array(5000).fill(65) })).toBe('damaged');
  expect(await problem({ dict: new Uint8Array(0) })).toBe('damaged');
  expect(await problem({ syn: new Uint8Array([65, 0, 1]) })).toBe('damaged');
  await expect(findDictionaries(filesOf(animals).slice(0, 2))).rejects.toMatchObject({ problem: 'incomplete' });
  await expect(findDictionaries([new File(['x'], 'a.dict.dz')])).rejects.toMatchObject({ problem: 'damaged' });
  await expect(findDictionaries([new File(['x'], 'a.7z')])).rejects.toMatchObject({ problem: 'unsupported' });
  expect([await database.dictionaries.count(), await database.dictionaryPages.count()]).toEqual([0, 0]);
  // Entries beyond the text are left out; the others stand.
  const cut = { ...animals, dict: animals.dict.slice(0, 25) };
  await install(database, filesOf(cut));
  expect(await look(database, 'dog')).toEqual(['dog: an animal that barks']);
  expect(await look(database, 'mouse')).toEqual([]);
});

it('removes what an installation left that was ended half-way', async () => {
  const database = await temporaryDatabase();
  await install(database, filesOf(animals));
  await database.dictionaries.toCollection().modify({ ready: 0 });
  expect(await look(database, 'dog')).toEqual([]);
  await removeUnfinished(database, new Set());
  expect([await database.dictionaryPages.count(), await database.dictionaryTexts.count()]).toEqual([0, 0]);
});

it('shows every kind of entry as text of its own, and runs nothing', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const shown = (types: string, text: string) =>
    plainText(richEntry(readEntry(bytes(text), types))).replace(/\n+/gu, '\n');
  expect(shown('tm', 'dɒɡ\0a dog\nsecond')).toBe('dɒɡa dog\nsecond\n');
  expect(shown('', 'mfirst\0hsec<b>on</b>d\0')).toBe('first\nsecond\n');
  expect(shown('x', '<k>dog</k>\n<def>an <i>animal</i></def>')).toContain('an animal');
  expect(shown('g', '<span color="red">red</span> <b>b</b>')).toBe('red b\n');
  expect(shown('w', "'''dog''' [[animal|beast]]")).toContain('dog beast');
  expect(shown('y', 'いぬ')).toBe('いぬ');
  expect(richEntry([{ type: 'h', text: '<constructor>a</constructor>' }])).toEqual([
    { kind: 'block', children: ['a'] },
  ]);
  const evil = richEntry(
    readEntry(
      bytes(
        '<p onclick="x()">a<script>window.hit=1</script><img src=x onerror="window.hit=1"><a href="javascript:hit()">b</a><a href="bword://dog">c</a></p>',
      ),
      'h',
    ),
  );
  expect(plainText(evil).trim()).toBe('abc');
  expect(JSON.stringify(evil)).not.toMatch(/javascript|onerror|script|img/);
  expect(JSON.stringify(evil)).toContain('"word":"dog"');
  expect(plainText(richEntry([{ type: 'h', text: `${'<div>'.repeat(5000)}deep` }]))).toContain('deep');
  // A size beyond the entry ends it.
  expect(readEntry(new Uint8Array([87, 0, 0, 255, 255, 1]), '')).toEqual([]);
});

it('installs 200,000 words in steps of a tenth, and finds any of them on a page or two of the index', async () => {
  const database = await temporaryDatabase();
  const count = 200_000;
  const encoder = new TextEncoder();
  const idx = new Uint8Array(count * 16);
  const view = new DataView(idx.buffer);
  const word = (n: number) => `w${n.toString(36).padStart(6, '0')}`;
  for (let n = 0; n < count; n++) {
    idx.set(encoder.encode(word(n)), n * 16);
    view.setUint32(n * 16 + 8, n % 1000);
    view.setUint32(n * 16 + 12, 8);
  }
  const dict = encoder.encode('meaning '.repeat(200));
  const steps: number[] = [];
  await install(
    database,
    filesOf({ ifo: ifoOf('Big', count, idx.length, 'm'), idx, dict, syn: new Uint8Array() }),
    (step) => steps.push(step),
  );
  expect(steps.at(-1)).toBe(10);
  expect(steps.length).toBeLessThanOrEqual(10);
  const dictionaries = new Dictionaries(database);
  const reads: number[] = [];
  database.dictionaryPages.hook('reading', (row) => {
    reads.push(1);
    return row;
  });
  for (let n = 0; n < 100; n++) {
    const at = (n * 1999) % count;
    expect((await dictionaries.lookUp({ text: word(at), language: 'zz' }, failed))[0]?.word).toBe(word(at));
  }
  expect(reads.length).toBeLessThanOrEqual(100 * 12);
});
