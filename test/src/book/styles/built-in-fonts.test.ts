// A frame that goes while the faces for its chapter are read.

import { expect, it, vi } from 'vitest';
import { giveBuiltInFonts } from '../../../../src/book/styles/built-in-fonts.ts';

it('gives nothing to a frame that has gone with the book meanwhile', async () => {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  const { contentWindow } = frame;
  if (!contentWindow) throw new Error('The frame has no window.');
  const held = Promise.withResolvers<Response>();
  const read = vi.spyOn(window, 'fetch').mockReturnValue(held.promise);
  const chapter = new DOMParser().parseFromString('<p>Call me Ishmael.</p>', 'text/html');
  const given = giveBuiltInFonts(contentWindow as Window & typeof globalThis, chapter, '');
  expect(read).toHaveBeenCalled();
  frame.remove();
  held.resolve(new Response(new Blob([])));
  await given;
  read.mockRestore();
});
