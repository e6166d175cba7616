// The faces of menus, titles and lists: known to the window before its first paint, so that no letter changes after it.

import { faces, plainFamily, readingFamily } from './faces.ts';

/** Without these the first page would be painted twice. Resolves also where one cannot be read: others take its place. */
export async function loadMenuFonts(document: Document): Promise<void> {
  const known = new Set([...document.fonts].map(({ family }) => family));
  for (const { family, style, weight, unicodeRange, url } of faces) {
    if (known.has(family) || (family !== plainFamily && family !== readingFamily)) continue;
    document.fonts.add(new FontFace(family, `url("${url}")`, { style, weight, unicodeRange, display: 'block' }));
  }
  // Others are read when a title needs them.
  await Promise.allSettled(
    [`16px "${plainFamily}"`, `600 16px "${readingFamily}"`].map((font) => document.fonts.load(font)),
  );
}

/** Letters of the faces that are read only when words need them. */
const later = /[\u0100-\u02ba\u1e00-\u1eff]/;
/** Milliseconds; after that they come when they come. */
const patience = 300;

/** Resolves when the letters of these words are there, which lists and lines are going to show. */
export async function loadLettersOf(document: Document, words: string): Promise<void> {
  if (!later.test(words)) return;
  const fonts = [`16px "${plainFamily}"`, `600 16px "${readingFamily}"`];
  await Promise.race([
    Promise.allSettled(fonts.map((font) => document.fonts.load(font, words))),
    new Promise((resolve) => setTimeout(resolve, patience)),
  ]);
}
