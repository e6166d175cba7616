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
