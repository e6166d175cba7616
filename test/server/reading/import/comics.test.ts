// Archives of pictures of which some are none.

import { expect, test } from 'vitest';
import { openBookArchive } from '../../../../server/reading/import/book-archive.ts';
import { readComic } from '../../../../server/reading/import/formats/read-comic.ts';
import { picture } from './samples/all-formats.ts';
import { buildZip } from './samples/build-zip.ts';

async function read(files: Record<string, string | Buffer>) {
  const archive = await openBookArchive(await buildZip(files));
  const { chapters, cover } = await readComic(archive);
  archive.close();
  return { titles: chapters.map(({ title }) => title), cover };
}

const none = 'This is no picture, and as long as one that is cut off.';

test('a page that is none is left out, and neither the title that it had nor the page that is the cover', async () => {
  const pages = { '1.png': none, '2.png': await picture(), '3.png': none, '4.png': await picture() };
  const facts = (...marked: string[]) => ({
    'ComicInfo.xml': `<ComicInfo><Pages><Page Image="3" Type="FrontCover"/>${marked.join('')}</Pages></ComicInfo>`,
  });
  const [first, third] = ['<Page Image="0" Bookmark="One"/>', '<Page Image="2" Bookmark="Two"/>'];
  expect(await read({ ...pages, ...facts(first, third) })).toEqual({
    titles: ['One', 'Two'],
    cover: 'images/0002.png',
  });
  const last = '<Page Image="3" Bookmark="Three"/>';
  expect((await read({ ...pages, ...facts(third, last) })).titles).toEqual(['', 'Three']);
});

test('a folder whose first page is none has its name all the same, and a cover that is none gives way to the first', async () => {
  const facts = '<ComicInfo><Pages><Page Image="1" Type="FrontCover"/></Pages></ComicInfo>';
  const book = { 'a/1.png': await picture(), 'b/1.png': none, 'b/2.png': await picture(), 'ComicInfo.xml': facts };
  expect(await read(book)).toEqual({ titles: ['a', 'b'], cover: 'images/0001.png' });
});
