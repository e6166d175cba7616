// The order of titles, authors and folders, and that rows which an older version made get it too.

import { expect, it } from 'vitest';
import { advanceBook } from '../../../../src/db/outbox/apply-event.ts';
import { renewSortKeys } from '../../../../src/db/shelf/renew-sort-keys.ts';
import { readShelfPage } from '../../../../src/db/shelf/shelf-page.ts';
import { sortKey, titleSortKey } from '../../../../src/db/shelf/sort-key.ts';
import { sampleBook, temporaryDatabase } from '../temporary-database.ts';

const sorted = (texts: string[], key = titleSortKey) =>
  [...texts].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));

it.each([
  [
    'letters with accents and strokes',
    ['Æsop', 'Ångström', 'Bel-Ami', 'Đorđe', 'Élan', 'Łódź', 'Lucia', 'Öl', 'Øre', 'Zadig'],
  ],
  ['titles in quotation marks', ['«Ada»', '“Bob”', '¿Cómo?', 'Dan', '《阿Q正传》', '红楼梦']],
  ['titles with articles', ['À la recherche', 'The “Genius”', 'A Hero', 'An Island', 'The']],
  ['kana', ['アイ', 'あう', 'イア', 'う', 'ｶ', 'き']],
  [
    'Chinese by Pinyin',
    [
      '阿Q正传',
      '傲慢与偏见',
      '百年孤独',
      '红楼梦',
      '活着',
      '三国演义',
      '三体',
      '水浒传',
      '围城',
      '西游记',
      '追风筝的人',
    ],
  ],
  ['Chinese in Traditional characters', ['愛的藝術', '百年孤寂', '紅樓夢', '活著', '時間簡史', '圍城', '戰爭與和平']],
  ['scripts', ['9', 'Zadig', 'Война', 'ア', '一', '龥', '한국']],
])('orders %s', (_, texts) => {
  expect(sorted([...texts].reverse())).toEqual(texts);
});

it('leaves articles in the names of people', () => {
  expect(sorted(['Bo Li', 'An Yu', 'Zoe'], sortKey)).toEqual(['An Yu', 'Bo Li', 'Zoe']);
});

it('agrees with the browser about every common Chinese character, and about rarer ones but for neighbours', () => {
  const { compare } = new Intl.Collator('zh');
  const everyTenth = Array.from({ length: 2090 }, (_, n) => String.fromCodePoint(0x4e00 + n * 10));
  const order = sorted(everyTenth, sortKey);
  const place = new Map([...everyTenth].sort(compare).map((character, at) => [character, at]));
  const away = order.map((character, at) => Math.abs((place.get(character) ?? 0) - at));
  expect(Math.max(...away)).toBeLessThan(12);
  expect(new Set(everyTenth.map(sortKey)).size).toBe(everyTenth.length);
});

it('makes the keys of stored rows anew in small steps, also after one that was cut short, and once', async () => {
  const database = await temporaryDatabase();
  const titles = ['围城', '阿Q正传', '红楼梦', 'Łódź', 'Moby-Dick'];
  const old = Array.from({ length: 120 }, (_, n) => {
    const title = titles[n] ?? `Old ${String(n).padStart(3, '0')}`;
    return { ...sampleBook(`b${String(n).padStart(3, '0')}`, { title }), titleKey: title.toLowerCase() };
  });
  await database.books.bulkPut(old);
  await database.archives.bulkPut(['中', '爱'].map((name, n) => ({ archiveId: `a${n}`, name, nameKey: name })));
  let steps = 0;
  const written: unknown[] = [];
  database.books.hook('updating', (_change, key) => {
    written.push(key);
  });
  const step = async () => {
    steps++;
  };
  await renewSortKeys(database, step, () => steps === 3);
  const before = written.length;
  expect(before).toBe(4);
  await renewSortKeys(database, step, () => false);
  // Books whose keys were right are not written, and none twice.
  expect(written).toHaveLength(before);
  const query = { folder: '', sort: 'title', filter: 'all', search: '', page: 0 } as const;
  const { entries } = await readShelfPage(database, { ...query, size: 200 });
  const names = entries.map((entry) => (entry.kind === 'book' ? entry.book.title : entry.folder.name));
  expect([...names.slice(0, 4), ...names.slice(-3)]).toEqual([
    '爱',
    '中',
    'Łódź',
    'Moby-Dick',
    '阿Q正传',
    '红楼梦',
    '围城',
  ]);
  const stepsDone = steps;
  await renewSortKeys(database, step, () => false);
  expect(steps).toBe(stepsDone + 1);
});

it('takes a place of its own for a text without letters, and for none at all', () => {
  expect(sorted(['…', '1', 'a', ''].reverse())).toEqual(['…', '1', 'a', '']);
});

it('stores a place in a book without making its keys anew', async () => {
  const database = await temporaryDatabase();
  await database.books.put({ ...sampleBook('b', { title: '围城' }), titleKey: 'as it was' });
  await advanceBook(database, 'b', 30, 9);
  expect(await database.books.get('b')).toMatchObject({ titleKey: 'as it was', recentRank: -9, status: 'reading' });
});
