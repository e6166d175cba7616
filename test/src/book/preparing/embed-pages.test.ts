// What one chapter may embed.

import { expect, it } from 'vitest';
import { parseXml } from '../../../../src/book/parsing/parse-markup.ts';
import { embedPages, mostEmbedded } from '../../../../src/book/preparing/embed-pages.ts';
import { page } from '../build-zip.ts';

it.each(['object', 'embed', 'iframe'])('leaves a chapter no more %s elements than a browser can take', async (name) => {
  const document = parseXml(page(`<${name} id="e"/>`.repeat(300))) as Document;
  const resources = { find: () => undefined } as never;
  const left = { ...mostEmbedded };
  await embedPages(document, () => 'O/1.xhtml', { resources, depth: 0, left, neutralise: () => Promise.resolve() });
  expect(document.getElementsByTagName(name).length).toBeLessThanOrEqual(100);
  // Whatever stands for one keeps its place.
  expect(document.body.children.length).toBe(300);
  expect(document.querySelectorAll('[id]').length).toBe(300);
});
