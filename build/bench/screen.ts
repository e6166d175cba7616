// `npm run bench:screen`: how many frames, how much main-thread time and how long a page turn takes, for our engine and
// the two others, in a real browser at a tablet's size, unthrottled and six times slower.
// Then the whole client, key by key: frames, damaged area, main-thread time, what is planned for the panel.
// Options: --json, --books a,b, --engines a,b (client is one), --throttles 1,6, --turns N, --openings N, --rounds N,
// --measured a,b (of idle, jumps, cold, counting, knownWork; openings and turns are always measured).

import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findChromium } from '../find-chromium.ts';
import { setGoals } from './screen/goals.ts';
import { findBooks } from './screen/make-books.ts';
import { extras, measure } from './screen/measure.ts';
import { measureClient } from './screen/measure-client.ts';
import { compare, type Row, table } from './screen/report.ts';
import { servePage } from './screen/serve-page.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    books: { type: 'string', default: 'moby-dick,kusamakura,novel,chinese,long-chapter,many-chapters' },
    engines: { type: 'string', default: 'octavo,epub.js,foliate-js,client' },
    throttles: { type: 'string', default: '1,6' },
    turns: { type: 'string', default: '40' },
    openings: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    measured: { type: 'string', default: extras.join(',') },
  },
});

const bookOfClient = 'novel';
const folder = await mkdtemp(join(tmpdir(), 'octavo-books-'));
try {
  const books = await findBooks(folder, [
    ...values.books.split(','),
    ...(values.engines.includes('client') ? [bookOfClient] : []),
  ]);
  const page = await servePage(books, [
    'index',
    'known-work',
    ...(values.engines.includes('client') ? (['client'] as const) : []),
  ]);
  try {
    const rows = setGoals(compare(await measureAll(page.url, books), 'octavo'), 'octavo');
    process.stdout.write(values.json ? `${JSON.stringify(rows)}\n` : `${table(rows)}\n`);
  } finally {
    await page.close();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measureAll(url: string, books: ReadonlyMap<string, string>): Promise<Row[]> {
  const browser = await findChromium();
  const rows: Row[] = [];
  const counts = { turns: Number(values.turns), openings: Number(values.openings) };
  const named = values.measured.split(',');
  const unknown = named.filter((name) => !extras.some((extra) => extra === name));
  if (unknown.length > 0)
    throw new Error(`--measured knows ${extras.join(', ')}; it does not know ${unknown.join(', ')}.`);
  const measured = extras.filter((extra) => named.includes(extra));
  const engines = values.engines.split(',').filter((name) => name !== 'client');
  for (const throttle of values.throttles.split(',').map(Number)) {
    for (const book of values.books.split(',').filter((name) => books.has(name))) {
      for (const engine of engines) {
        // What others do on the machine slows even the thread's own time down.
        process.stderr.write(`bench: ${engine} ${book} ${throttle}x, load ${loadavg()[0]?.toFixed(1)}\n`);
        try {
          rows.push(...(await measure(browser, url, { engine, book, throttle, measured, ...counts })));
        } catch (error) {
          // The others hang on some books; that is a result, not a reason to stop.
          if (engine === 'octavo') throw error;
          process.stderr.write(`bench: ${engine} failed: ${error instanceof Error ? error.message : String(error)}\n`);
        }
      }
    }
    if (values.engines.includes('client')) {
      process.stderr.write(`bench: client ${throttle}x\n`);
      rows.push(
        ...(await measureClient(browser, url, { book: bookOfClient, throttle, rounds: Number(values.rounds) })),
      );
    }
  }
  return rows;
}
