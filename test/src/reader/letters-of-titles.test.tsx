// Titles whose letters stand in a face of their own: read before the first page, which would be painted twice otherwise.

import { afterEach, expect, it } from 'vitest';
import { plainFamily } from '../../../src/fonts/faces.ts';
import { buildEpub, page, prose } from '../book/build-zip.ts';
import { closeRooms, openRoom } from './reader-room.tsx';

afterEach(closeRooms);

it('are there when the book is', async () => {
  const contents = '<nav epub:type="toc"><ol><li><a href="1.xhtml">Štědrý večer</a></li></ol></nav>';
  const file = await buildEpub([{ name: '1.xhtml', data: page(`<h1>One</h1>${prose(3)}`) }], { contents });
  const room = await openRoom({ file });
  const isThere = () => document.fonts.check(`16px "${plainFamily}"`, 'ě');
  expect(isThere()).toBe(false);
  await room.open();
  expect(isThere()).toBe(true);
});
