// Tables that a PDF draws with lines, through the whole reader.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPdf } from '../../../../../server/reading/import/pdf/read-pdf.ts';
import { buildPdf } from '../samples/build-pdf.ts';

const words = (x: number, y: number, ...lines: string[]) =>
  lines.map((line, n) => `BT /F1 10 Tf ${x} ${y - n * 12} Td (${line}) Tj ET`).join('\n');
const across = (y: number, from = 0, to = 300) => `${from} ${y} m ${to} ${y} l S`;
const down = (x: number, top: number, bottom: number) => `${x} ${bottom} ${0.8} ${top - bottom} re f`;

async function markupOf(drawing: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'octavo-tables-'));
  try {
    const path = join(folder, 'tables.pdf');
    await writeFile(path, buildPdf({ pages: [{ drawing }] }));
    const { chapters } = await readPdf(path, { textOnly: true });
    return chapters.map(({ body }) => body).join('');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test('a table of two rows whose cells go on below, in a drawing that is moved, between its paragraphs', async () => {
  const table = [
    ...[200, 180, 150].map((y) => across(y)),
    ...[0, 120, 299].map((x) => down(x, 200, 150)),
    words(6, 187, 'Name'),
    words(126, 187, 'What it is'),
    words(6, 168, 'A name that', 'goes on'),
    words(126, 168, 'two lines here', 'as well'),
  ].join('\n');
  const markup = await markupOf(
    [
      words(50, 540, 'A paragraph before it.'),
      `q 1 0 0 1 50 250 cm\n${table}\nQ`,
      words(50, 300, 'And one after.'),
    ].join('\n'),
  );
  expect(markup.replaceAll(/<span[^>]*><\/span>|\n/g, '')).toContain(
    '<p>A paragraph before it.</p><table><tr><td>Name</td><td>What it is</td></tr>' +
      '<tr><td>A name that goes on</td><td>two lines here as well</td></tr></table><p>And one after.</p>',
  );
});

test('lines that only bound what is shown make no table', async () => {
  const clip = ['0 200 m 300 200 l 300 150 l 0 150 l h W n', words(6, 187, 'Name'), words(126, 187, 'What it is')];
  const markup = await markupOf(
    `q 1 0 0 1 50 250 cm\n${clip.join('\n')}\n${words(6, 168, 'One')}\n${words(126, 168, 'Two')}\nQ`,
  );
  expect(markup).not.toContain('<table');
});
