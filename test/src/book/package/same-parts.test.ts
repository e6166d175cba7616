// The same archives as the service reads, by the same vectors: both have to take the same parts.

import { describe, expect, it } from 'vitest';
import { resolveReference } from '../../../../api/edition/parts/package-reference.ts';
import { openZip } from '../../../../src/book/archive/zip-archive.ts';
import type { SectionCounts } from '../../../../src/book/counting/section-counts.ts';
import { findSection } from '../../../../src/book/layout/find-target.ts';
import { openFile } from '../../../../src/book/open-file.ts';
import { withoutLeadingFolder } from '../../../../src/book/package/leading-folder.ts';
import { readPublication } from '../../../../src/book/package/publication.ts';
import { openResources } from '../../../../src/book/package/resources.ts';
import { books, bytesOf, refused, type VectorEntry } from '../../../archive-vectors.ts';
import { buildZip } from '../build-zip.ts';

/** Nothing is asked of them by an address. */
const noCounts = {} as SectionCounts;

const archiveOf = (entries: readonly VectorEntry[]) =>
  buildZip(
    entries.map(({ name, written, flags, extra, data }) => ({
      name,
      ...(written === undefined ? {} : { nameBytes: bytesOf(written) }),
      ...(flags === undefined ? {} : { flags }),
      ...(extra === undefined ? {} : { extra: bytesOf(extra) }),
      data,
    })),
  );

describe('parts', () => {
  it.each(books)('with $about', async ({ entries, chapters, contents = [], needs = [], leads = [], fonts = [] }) => {
    const file = await archiveOf(entries);
    const archive = withoutLeadingFolder(await openZip(file));
    const publication = await readPublication(archive);
    expect(publication.spine.map(({ path }) => path)).toEqual(chapters.map(([path]) => path));
    expect(publication.toc.map(({ title, section }) => [title, section])).toEqual(contents);
    // Where a reader is led who chooses an entry of the contents.
    const led = publication.toc.map(({ href }) => findSection({ href }, publication, noCounts)?.section);
    expect(led).toEqual(contents.map(([, section]) => section));
    expect([...publication.scrambledFonts.keys()]).toEqual(fonts);
    const resources = openResources(archive, publication);
    const [path = ''] = chapters[0] ?? [];
    const markup = await resources.text(path);
    const links = [...markup.matchAll(/<a href="([^"]+)"/g)].map(([, link = '']) => resolveReference(link, path)?.path);
    expect(links.map((link) => resources.standIn(link ?? ''))).toEqual(leads);
    const named = markup.matchAll(/(?<!<a )(?:href|src)="([^"]+)"/g);
    expect([...named].flatMap(([, reference = '']) => resources.find(reference, path) ?? [])).toEqual(needs);
    resources.close();
    const { book, kind } = await openFile(file);
    const texts = await Promise.all(chapters.map(async (_, section) => (await book.sectionText(section)).text));
    book.close();
    expect([kind, texts]).toEqual(['epub', chapters.map(([, text]) => text)]);
  });

  const reasons = { locked: 'protected', twice: 'damaged' };
  it.each(refused)('refused: $about', async ({ entries, why }) => {
    await expect(openFile(await archiveOf(entries))).rejects.toMatchObject({ reason: reasons[why] });
  });
});
