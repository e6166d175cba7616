// What a slot makes of a chapter, whatever happens to those who wait for it.

import { afterEach, expect, it, vi } from 'vitest';
import { openZip } from '../../../../src/book/archive/zip-archive.ts';
import { SectionCounts } from '../../../../src/book/counting/section-counts.ts';
import { Chapters } from '../../../../src/book/layout/chapters.ts';
import { type Layout, Slot } from '../../../../src/book/layout/slot.ts';
import { readPublication } from '../../../../src/book/package/publication.ts';
import { openResources, type Resources } from '../../../../src/book/package/resources.ts';
import { fixedStyle } from '../../../../src/book/pages/page-style.ts';
import { buildEpub, page } from '../build-zip.ts';
import { makeContainer, plainStyle } from '../reading-style.ts';

let container: HTMLElement | undefined;
let resources: Resources | undefined;

afterEach(() => {
  container?.remove();
  resources?.close();
});

async function openChapters(words: string): Promise<Chapters> {
  const archive = await openZip(await buildEpub([{ name: '1.xhtml', data: page(`<p>${words}</p>`) }]));
  const publication = await readPublication(archive);
  resources = openResources(archive, publication);
  return new Chapters(publication, resources, new SectionCounts(publication, resources), 15_000);
}

const layout = (version: number): Layout => ({
  ...{ style: plainStyle, pageStyle: fixedStyle(undefined), version },
  size: { width: 600, height: 800 },
});
const whole = { section: 0, piece: 0 };

it('shows a healthy chapter though nothing can be drawn on it, and tells of that', async () => {
  const told = vi.spyOn(globalThis, 'reportError').mockImplementation(() => undefined);
  container = makeContainer();
  const slot = new Slot(container, await openChapters('Healthy words.'), () => {
    throw new Error('No mark can be drawn.');
  });
  expect(await slot.load(whole, layout(0))).toBe('ready');
  expect([slot.failure, slot.shell.document.body.textContent.trim()]).toEqual([undefined, 'Healthy words.']);
  expect(told.mock.calls).toEqual([[new Error('No mark can be drawn.')]]);
  told.mockRestore();
});
