// A book read aloud by its own recordings: the phrases of each section, and the recordings out of the archive.

import { BookError } from '../book.ts';
import type { Publication } from '../package/publication.ts';
import type { Resources } from '../package/resources.ts';
import { parseXml } from '../parsing/parse-markup.ts';
import type { Narration, Phrase } from './phrase.ts';
import { type OverlayPhrase, readOverlay } from './read-overlay.ts';

/** `undefined` for a book that nobody reads aloud. */
export function openNarration(publication: Publication, resources: Resources): Narration | undefined {
  const { spine } = publication;
  const sections = spine.flatMap(({ overlay }, section) => (overlay ? [section] : []));
  if (sections.length === 0) return undefined;
  const overlays = new Map<string, Promise<OverlayPhrase[]>>();
  const read = (path: string) => {
    const known = overlays.get(path) ?? readOne(path, resources);
    overlays.set(path, known);
    return known;
  };
  return {
    narrator: publication.spoken.narrator,
    sections,
    async phrases(section) {
      const item = spine[section];
      return item?.overlay ? ofSection(await read(item.overlay), item.path, section) : [];
    },
    recording: (path) => resources.blob(path),
  };
}

async function readOne(path: string, resources: Resources): Promise<OverlayPhrase[]> {
  try {
    const document = parseXml(await resources.text(path));
    return document ? readOverlay(document, path) : [];
  } catch (error) {
    if (!(error instanceof BookError)) throw error;
    console.warn('A list of what is read aloud cannot be read.', error);
    return [];
  }
}

/** One overlay may read several sections. */
function ofSection(all: readonly OverlayPhrase[], path: string, section: number): Phrase[] {
  const own = all.flatMap((phrase, index) => (phrase.path === path ? [{ phrase, index }] : []));
  return own.map(({ phrase, index }) => {
    const { fragment, audio, skippable, after } = phrase;
    const next = after === undefined ? -1 : own.findIndex((other) => other.index >= after && other.index > index);
    const end = next < 0 ? own.length : next;
    return { section, fragment, audio, skippable, after: after === undefined ? undefined : end };
  });
}
