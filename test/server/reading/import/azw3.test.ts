// What only AZW3 has: text over the borders of its records, and pictures that are named by numbers in base 32.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { BookDraft } from '../../../../api/edition/book-draft.ts';
import { pictureFacts } from '../../../../server/reading/import/formats/picture-facts.ts';
import { readMobi } from '../../../../server/reading/import/formats/read-mobi.ts';
import { picture } from './samples/all-formats.ts';
import { type Azw3Parts, buildAzw3 } from './samples/build-azw3.ts';

async function read(parts: Azw3Parts): Promise<BookDraft> {
  const folder = await mkdtemp(join(tmpdir(), 'octavo-azw3-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'book'), buildAzw3(parts));
  return readMobi(join(folder, 'book'));
}

const embedded = (number: number) => `<img src="kindle:embed:${number.toString(32).padStart(4, '0')}?mime=image/png"/>`;

test('every picture is the one that the text names', async () => {
  const shown = [1, 31, 32, 36, 40];
  const draft = await read({
    chapters: [{ title: 'One', body: `<p>${[...shown, 41].map(embedded).join('')}</p>` }],
    pictures: await Promise.all(Array.from({ length: 40 }, (_, n) => picture('#888', n + 1, 20))),
  });
  expect(draft.files.map((file) => pictureFacts(file.read() as Uint8Array)?.width)).toEqual(shown);
  expect(draft.chapters[0]?.body.match(/<img/g)).toHaveLength(shown.length);
});

test('text that is longer than a record is read over its borders, in every chapter', async () => {
  const lines = (name: string) => Array.from({ length: 200 }, (_, n) => `<p>Line ${n} of ${name} — “whole”.</p>`);
  const draft = await read({
    chapters: ['one', 'two'].map((title) => ({ title, body: lines(title).join('') })),
  });
  expect(draft.chapters.map(({ title, body }) => [title, body])).toEqual(
    ['one', 'two'].map((title) => [title, lines(title).join('\n')]),
  );
});
