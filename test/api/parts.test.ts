// The rules by which service and client find the same parts of a book, each by itself.

import { describe, expect, test } from 'vitest';
import { kindOfArchive } from '../../api/edition/detect-kind.ts';
import { decodeEntryName } from '../../api/edition/parts/entry-name.ts';
import { partFinder } from '../../api/edition/parts/find-part.ts';
import { bookInFolder } from '../../api/edition/parts/leading-folder.ts';
import { resolveReference } from '../../api/edition/parts/package-reference.ts';
import { pageKind } from '../../api/edition/parts/page-kind.ts';
import { byNumber } from '../../api/edition/parts/page-order.ts';
import { bytesOf, entryNames, references } from '../archive-vectors.ts';

test.each(entryNames)('the name of an entry: %s', (_, written, flags, extra, name) => {
  expect(decodeEntryName(Uint8Array.from(bytesOf(written)), flags, Uint8Array.from(bytesOf(extra)))).toBe(name);
});

test('every byte of a name in no code page is a letter of its own', () => {
  const letters = Array.from({ length: 128 }, (_, n) => decodeEntryName(Uint8Array.of(n + 128), 0, new Uint8Array()));
  expect(new Set(letters).size).toBe(128);
  for (const letter of letters) expect([letter.length, letter.charCodeAt(0) >= 128]).toEqual([1, true]);
});

test.each(references)('the reference "%s" in %s', (reference, from, to) => {
  expect(resolveReference(reference, from)).toEqual(to && { path: to[0], fragment: to[1] });
});

test('what leads out of the book is no part, however the names of parts are written', () => {
  expect(partFinder(new Set(['', '%2F']))('')).toBeUndefined();
});

describe('a folder around a book', () => {
  const folderOf = (names: string[]) => bookInFolder({ names, find: partFinder(new Set(names)) });

  test('is taken off, however its parts are written', () => {
    const inside = folderOf(['my book/O/ONE.xhtml', 'My Book/meta-inf/CONTAINER.xml', 'My Book/O/One.xhtml']);
    expect([inside?.folder, inside?.names]).toEqual(['My Book/', ['meta-inf/CONTAINER.xml', 'O/One.xhtml']]);
    for (const path of ['O/One.xhtml', 'o/one.xhtml', '/O/one.xhtml']) expect(inside?.find(path)).toBe('O/One.xhtml');
    expect(inside?.find('My Book/O/One.xhtml')).toBeUndefined();
  });

  test('is none where the book lies at the root, in several, or nowhere', () => {
    expect(folderOf(['Meta-inf/container.xml', 'a/META-INF/container.xml'])).toBeUndefined();
    expect(folderOf(['a/META-INF/container.xml', 'b/META-INF/container.xml'])).toBeUndefined();
    expect(folderOf(['a/container.xml', 'XMETA-INF/container.xml'])).toBeUndefined();
  });
});

test('the kind of an archive is told by parts that are found, not compared', () => {
  expect(kindOfArchive(['meta-inf/Container.XML', 'O/one.xhtml'])).toBe('epub');
  expect(kindOfArchive(['Word/Document.xml'])).toBe('docx');
  expect(kindOfArchive(['xMETA-INF/container.xml', 'a.png'])).toBe('cbz');
});

test('pages stand in the order in which people number them, folder by folder', () => {
  const ordered = [
    'z.png',
    'Vol 1/2.png',
    'Vol 1/10.png',
    'Vol 1/a/1.png',
    'Vol 1 extra/1.png',
    'Vol 2/1.png',
    // Two folders, though they mean the same number.
    'Vol 010/1/1.png',
    'Vol 010/1/2.png',
    'Vol 10/1.png',
    'Vol 10/1/1.png',
    'Vol 10/1/2.png',
  ];
  expect(ordered.toReversed().sort(byNumber)).toEqual(ordered);
});

test.each([
  ['application/xhtml+xml', 'a', 'text'],
  ['text/x-oeb1-document', 'a', 'text'],
  ['application/xhtml', 'a', 'text'],
  ['image/svg+xml', 'a.png', 'drawing'],
  ['', 'a.svg', 'drawing'],
  ['', 'a.JPG', 'picture'],
  ['', 'a', 'text'],
  ['', 'a.mp3', undefined],
  ['application/json', 'a.xhtml', undefined],
])('a place of type "%s" called %s is %s', (type, path, kind) => {
  expect(pageKind(type, path)).toBe(kind);
});
