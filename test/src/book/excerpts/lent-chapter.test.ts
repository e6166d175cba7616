// Pictures that are looked at while the page below is laid out anew: what is done to the page is not done to them.

import { afterEach, expect, it } from 'vitest';
import { openZip } from '../../../../src/book/archive/zip-archive.ts';
import type { Book } from '../../../../src/book/book.ts';
import { SectionCounts } from '../../../../src/book/counting/section-counts.ts';
import { Chapters } from '../../../../src/book/layout/chapters.ts';
import { setPictureGreys } from '../../../../src/book/layout/panel-greys.ts';
import { openBook } from '../../../../src/book/open-book.ts';
import { readPublication } from '../../../../src/book/package/publication.ts';
import { openResources } from '../../../../src/book/package/resources.ts';
import { paintedPicture, pictureBytes } from '../../painted-picture.ts';
import { buildEpub, page } from '../build-zip.ts';
import { makeContainer, plainStyle } from '../reading-style.ts';

let book: Book | undefined;
const containers: HTMLElement[] = [];

afterEach(() => {
  book?.close();
  for (const container of containers.splice(0)) container.remove();
  setPictureGreys(undefined);
});

function container(): HTMLElement {
  const made = makeContainer();
  containers.push(made);
  return made;
}

it('keep their own pixels', async () => {
  const greys = await paintedPicture(9, 9);
  setPictureGreys(async () => greys, 60_000);
  const file = await buildEpub([{ name: '1.xhtml', data: page('<p>Words.</p><p><img src="a.png" alt=""/></p>') }], {
    parts: [{ name: 'O/a.png', data: await pictureBytes(120, 120) }],
    listed: true,
  });
  book = await openBook(file);
  const view = await book.show(container(), plainStyle);
  const shown = await view.picturesHere?.();
  await view.setStyle({ ...plainStyle, fontSize: plainStyle.fontSize + 4 });
  const picture = await shown?.pictures[0]?.show(container(), plainStyle);
  const kept = await createImageBitmap((await picture?.png?.()) as Blob);
  expect([picture?.width, kept.width]).toEqual([120, 120]);
  picture?.close();
});

it('are lent whole, whoever waits for the same chapter to lay it out', async () => {
  const archive = await openZip(await buildEpub([{ name: '1.xhtml', data: page('<p id="p">Words.</p>') }]));
  const publication = await readPublication(archive);
  const resources = openResources(archive, publication);
  const chapters = new Chapters(publication, resources, new SectionCounts(publication, resources), 15_000);
  const [content, lent, again] = await Promise.all([
    chapters.content({ section: 0, piece: 0 }),
    chapters.lend(0),
    chapters.lend(0),
  ]);
  expect(lent).toBe(again);
  document.adoptNode(content.document.documentElement);
  expect(lent.getElementById('p')?.textContent).toBe('Words.');
  resources.close();
});
