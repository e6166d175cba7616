// Reads a word processor's document as a draft: its headings become chapters, its pictures files.

import { readFile } from 'node:fs/promises';
import mammoth from 'mammoth';
import type { BookDraft } from '../../../../api/edition/book-draft.ts';
import { cut, emptyMetadata } from '../../../../api/edition/book-metadata.ts';
import { cutChapters } from '../../../../api/edition/cut-chapters.ts';
import { guessLanguage } from '../../../../api/edition/guess-language.ts';
import { markupBlocks, outsideLink } from '../../../../api/edition/markup-blocks.ts';
import { AppError } from '../../../../api/errors.ts';
import type { BookArchive } from '../book-archive.ts';
import { importLimits as limits } from '../limits.ts';
import { childrenOf, parsePackageXml, textOf, withoutDocumentType } from '../package/package-xml.ts';
import { DraftPictures, dataAddress } from './draft-pictures.ts';

const styles = [
  "p[style-name='Title'] => h1.title:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  "p[style-name='Quote'] => blockquote:fresh",
  "p[style-name='Intense Quote'] => blockquote:fresh",
];

/** `archive` is the same file, which has been looked through for bombs. */
export async function readDocx(path: string, archive: BookArchive): Promise<BookDraft> {
  await refuseHarmful(archive);
  const { value: html } = await convert(path);
  if (html.length > limits.markupBytes)
    throw new AppError('unsafe_book', 'The document has more text than is allowed.');
  const pictures = new DraftPictures();
  const blocks = markupBlocks(html, {
    picture: (address) => {
      const bytes = dataAddress(address);
      return bytes && pictures.add(address, () => bytes);
    },
    link: (address) => outsideLink(address),
  });
  const metadata = await readProperties(archive);
  const first = blocks.find(({ heading }) => heading);
  const hasOneTitle = blocks.filter(({ heading }) => heading?.level === 1).length === 1;
  const text = blocks
    .slice(0, 200)
    .map(({ markup }) => markup.replace(/<[^<>]*>/g, ' '))
    .join(' ');
  return {
    metadata: {
      ...metadata,
      title: metadata.title || (hasOneTitle ? (first?.heading?.title ?? '') : ''),
      language: metadata.language || guessLanguage(text),
    },
    direction: 'ltr',
    chapters: cutChapters(blocks),
    files: pictures.files,
  };
}

async function convert(path: string): Promise<{ value: string }> {
  try {
    return await mammoth.convertToHtml({ buffer: await readFile(path) }, { styleMap: styles });
  } catch (cause) {
    if (cause instanceof RangeError) throw cause;
    // The library knows one kind of error for everything that a broken document can be.
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError('bad_book', 'The document is damaged.', { reason }, { cause });
  }
}

/** The library unpacks and parses whatever it is given, so the parts that it will parse are looked at first. */
async function refuseHarmful(archive: BookArchive): Promise<void> {
  for (const name of archive.names()) {
    if (!/\.(xml|rels)$/i.test(name)) continue;
    const bytes = await archive.read(name, limits.chapterBytes);
    withoutDocumentType(bytes.toString('utf8'), name);
  }
}

async function readProperties(archive: BookArchive) {
  const metadata = emptyMetadata();
  const path = 'docProps/core.xml';
  if (!archive.has(path)) return metadata;
  const root = parsePackageXml(await archive.read(path, limits.packageBytes), path);
  const text = (name: string) => textOf(childrenOf(root, name)[0]);
  const keywords = text('keywords')
    .split(/\s*[,;，；]\s*/)
    .filter(Boolean);
  return {
    ...metadata,
    title: cut(text('title'), 1024),
    author: cut(text('creator'), 1024),
    intro: cut(text('description'), 16_384),
    language: /^[a-z]{2,3}(-[\w-]{1,20})?$/i.test(text('language')) ? text('language') : '',
    publishTime: text('created').slice(0, 10),
    subjects: [text('subject'), ...keywords]
      .filter(Boolean)
      .slice(0, 32)
      .map((each) => cut(each, 128)),
  };
}
