import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { XMLValidator } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { fromBuffer } from 'yauzl';
import { buildSamples } from '../../build/samples.ts';

test('the sample books are whole, well formed and the same at every build', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'octavo-samples-'));
  try {
    const files = await buildSamples(folder);
    expect(files).toHaveLength(2);
    for (const file of files) {
      const bytes = await readFile(file);
      // The type of an EPUB is read at byte 30.
      expect(bytes.subarray(30, 58).toString()).toBe('mimetypeapplication/epub+zip');
      const entries = await unzip(bytes);
      for (const [name, content] of entries) {
        if (/\.(xhtml|opf|xml|svg)$/.test(name)) expect(XMLValidator.validate(content.toString()), name).toBe(true);
      }
      const opf = entries.get('book/package.opf')?.toString() ?? '';
      const hrefs = [...opf.matchAll(/href="([^"]+)"/g)].map((match) => `book/${match[1]}`);
      expect([...entries.keys()]).toEqual(expect.arrayContaining(hrefs));
    }
    const hashes = async () =>
      Promise.all(
        files.map(async (file) =>
          createHash('sha256')
            .update(await readFile(file))
            .digest('hex'),
        ),
      );
    const first = await hashes();
    await buildSamples(folder);
    expect(await hashes()).toEqual(first);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const entries = new Map<string, Buffer>();
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      zip.on('error', reject);
      zip.on('end', () => resolve(entries));
      zip.on('entry', (entry) =>
        zip.openReadStream(entry, async (problem, stream) => {
          if (problem) return reject(problem);
          entries.set(entry.fileName, Buffer.concat(await stream.toArray()));
          zip.readEntry();
        }),
      );
      zip.readEntry();
    });
  });
}
