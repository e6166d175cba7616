// Every chapter of the real books, as it is prepared: the same text to the character, and the same elements in the same
// places, by which positions are counted.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { decodePart } from '../../../../api/edition/decode-part.ts';
import { AppError } from '../../../../api/errors.ts';
import { prepareMarkup } from '../../../../server/reading/delivery/prepare/prepare-markup.ts';
import { References } from '../../../../server/reading/delivery/prepare/references.ts';
import { openBookArchive } from '../../../../server/reading/import/book-archive.ts';
import { readChapterText } from '../../../../server/reading/import/chapter-text.ts';
import { importLimits } from '../../../../server/reading/import/limits.ts';
import {
  childrenOf,
  parsePackageXml,
  withoutDocumentType,
  type XmlElement,
} from '../../../../server/reading/import/package/package-xml.ts';
import { parseEpub } from '../../../../server/reading/import/package/parse-epub.ts';
import { storableInPlace } from '../../../../server/reading/import/storing/storable.ts';

const folder = fileURLToPath(new URL('../../../../../shared/books', import.meta.url));
const books = existsSync(folder)
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.epub'))
  : [];
/** Comparing trees of longer chapters takes seconds and shows nothing more. */
const compared = 100_000;

describe.skipIf(books.length === 0)('real books', () => {
  test.each(books.length === 0 ? [''] : books)('%s', { timeout: 60_000 }, async (name) => {
    const file = join(folder, name);
    const parsed = await parseEpub(file, name);
    const archive = await openBookArchive(file);
    try {
      for (const chapter of parsed.chapters) {
        if (!archive.has(chapter.file) || chapter.text === '') continue;
        const bytes = await archive.read(chapter.file, importLimits.chapterBytes);
        const source = withoutDocumentType(decodePart(bytes), chapter.file);
        const { markup } = prepareMarkup(source, new References(chapter.file, new Map()));
        expect(textOf(markup), chapter.file).toBe(chapter.text);
        const before = source.length < compared ? bodyOf(source) : undefined;
        if (before) expect(shapeOf(bodyOf(markup)), chapter.file).toEqual(shapeOf(before));
      }
    } finally {
      archive.close();
    }
  });
});

const textOf = (markup: string) => storableInPlace(readChapterText(markup).text);

/** Undefined for what is not well-formed, which every reader repairs in its own way, and for what has no body. */
function bodyOf(markup: string): XmlElement | undefined {
  try {
    return childrenOf(parsePackageXml(Buffer.from(markup), 'chapter'), 'body')[0];
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

type Shape = { id: string; children: Shape[] };

function shapeOf(element: XmlElement | undefined): Shape | undefined {
  if (!element) return undefined;
  const isEmptied = element.name === 'script' || element.name === 'template';
  const children = element.children.filter((child): child is XmlElement => typeof child !== 'string');
  const shapes = isEmptied ? [] : children.map((child) => shapeOf(child) as Shape);
  return { id: element.attributes.id ?? '', children: shapes };
}
