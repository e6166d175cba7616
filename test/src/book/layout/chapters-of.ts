// Chapters and layouts for tests of what lies below a view.

import { openZip } from '../../../../src/book/archive/zip-archive.ts';
import { SectionCounts } from '../../../../src/book/counting/section-counts.ts';
import { Chapters } from '../../../../src/book/layout/chapters.ts';
import type { Layout } from '../../../../src/book/layout/slot.ts';
import { readPublication } from '../../../../src/book/package/publication.ts';
import { openResources } from '../../../../src/book/package/resources.ts';
import { fixedStyle } from '../../../../src/book/pages/page-style.ts';
import { buildEpub, page } from '../build-zip.ts';
import { plainStyle } from '../reading-style.ts';

/** One chapter of each text. Whoever opens them closes the resources. */
export async function chaptersOf(...texts: readonly string[]) {
  const parts = texts.map((words, n) => ({ name: `${n}.xhtml`, data: page(`<p>${words}</p>`) }));
  const archive = await openZip(await buildEpub(parts));
  const publication = await readPublication(archive);
  const resources = openResources(archive, publication);
  const chapters = new Chapters(publication, resources, new SectionCounts(publication, resources), 15_000);
  return { chapters, resources };
}

export const layoutOf = (version: number): Layout => ({
  ...{ style: plainStyle, pageStyle: fixedStyle(undefined), version },
  size: { width: 600, height: 800 },
});

export const unitOf = (section: number) => ({ section, piece: 0 });
