// What a school writes down on the command line: what was bought, what its paper says, and who wrote a book.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../../programs.ts';
import { buildEpub } from '../../reading/import/build-epub.ts';

test('purchases, a paper with articles, and an author', { timeout: 300_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'octavo-school-'));
  const octavo = (...args: string[]) =>
    run(args, { HOME: folder, OCTAVO_DATA: join(folder, 'data'), OCTAVO_AUTH_ADMIN_URL: 'none' });
  try {
    await octavo('users', 'add', 'ann');
    const file = join(folder, 'a.epub');
    await writeFile(file, await buildEpub());
    const bookId = /imported as (\S+)/.exec((await octavo('import', '--user', 'ann', file)).out)?.[1] ?? '';

    const granted = await octavo('purchases', 'grant', bookId, '--user', 'ann', '--date', '2026-05-01', '--coins', '9');
    expect(granted).toMatchObject({ code: 0, out: `${bookId}: ann has it\n` });
    const [bought] = JSON.parse((await octavo('purchases', 'list', '--user', 'ann', '--format', 'json')).out);
    expect(bought).toMatchObject({ book: bookId, chapter: 'all', coins: 9, bought: 1_777_593_600 });
    expect(await octavo('purchases', 'revoke', bought.id)).toMatchObject({ code: 0 });

    const paper = (await octavo('publications', 'add', 'The Gazette')).out.trim();
    await writeFile(join(folder, 'news.md'), '# Great news\n\nWords.');
    const published = await octavo('articles', 'publish', paper, join(folder, 'news.md'), '--top');
    expect(published.out).toMatch(/^a_\w{16} {2}Great news\n$/);
    expect((await octavo('articles', 'list', paper)).out).toContain('pinned');
    expect(await octavo('articles', 'publish', paper, file)).toMatchObject({ code: 2 });

    const nobody = await octavo('authors', 'add', 'Nobody', '--user', 'ann');
    expect(nobody).toMatchObject({ code: 2, err: expect.stringContaining('No book here names') });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
