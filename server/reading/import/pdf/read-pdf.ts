// Reads a PDF as a draft: its text in the order in which people read it, in paragraphs and headings, with its pictures;
// chapters from its outline, else from its headings. A scanned page is its picture.

import { readFile } from 'node:fs/promises';
import type { BookDraft } from '../../../../api/edition/book-draft.ts';
import { cutChapters } from '../../../../api/edition/cut-chapters.ts';
import { guessLanguage } from '../../../../api/edition/guess-language.ts';
import { AppError } from '../../../../api/errors.ts';
import { importLimits as limits } from '../limits.ts';
import { linesOf } from './lines.ts';
import { asBookError, openPdf, type Pdf } from './open-pdf.ts';
import { chaptersByOutline } from './outline-chapters.ts';
import { type PageContent, readPageContent } from './page-content.ts';
import { edgeLines } from './page-edges.ts';
import { encodePicture, type PagePicture, readPagePicture } from './page-picture.ts';
import { type Column, paragraphsOf } from './paragraphs.ts';
import { pdfBlocks, type ShownPicture } from './pdf-blocks.ts';
import { readOutline, readPdfFacts } from './pdf-facts.ts';
import { inReadingOrder } from './reading-order.ts';
import { withTables } from './tables.ts';

export interface PdfOptions {
  /** Leave pictures out. */
  textOnly?: boolean;
  /** From 0. */
  firstPage?: number;
  onPage?: (done: number, pages: number) => void;
}

export async function readPdf(path: string, options: PdfOptions = {}): Promise<BookDraft> {
  const { buffer, byteOffset, byteLength } = await readFile(path);
  const pdf = await openPdf(new Uint8Array(buffer, byteOffset, byteLength), { pictures: !options.textOnly });
  try {
    if (pdf.numPages > limits.spineItems) {
      throw new AppError('unsafe_book', `The PDF has ${pdf.numPages} pages; ${limits.spineItems} are allowed.`);
    }
    if ((options.firstPage ?? 0) >= pdf.numPages) {
      throw new AppError('bad_book', `The PDF has only ${pdf.numPages} pages.`, { pages: pdf.numPages });
    }
    return await readDraft(pdf, options);
  } catch (cause) {
    throw asBookError(cause);
  } finally {
    await pdf.loadingTask.destroy();
  }
}

async function readDraft(pdf: Pdf, options: PdfOptions): Promise<BookDraft> {
  const metadata = await readPdfFacts(pdf);
  const outline = (await readOutline(pdf)).filter(({ page }) => page > (options.firstPage ?? 0));
  const { pages, pictures } = await readPages(pdf, options);
  const paragraphs = paragraphsOf(columnsOf(pages));
  const sample = paragraphs.slice(0, 300).map(({ text }) => text);
  const blocks = pdfBlocks(paragraphs, pictures);
  const cover = pictures.find(({ isPage }) => isPage)?.picture ?? (await coverOf(pdf, options));
  const shown = pictures.map(({ picture }) => picture);
  const rightToLeft = paragraphs.filter((paragraph) => paragraph.rightToLeft).length * 2 > paragraphs.length;
  return {
    metadata: { ...metadata, language: languageOf(metadata.language, guessLanguage(sample.join(' '))) },
    direction: rightToLeft ? 'rtl' : 'ltr',
    chapters: outline.length > 0 ? chaptersByOutline(blocks, outline) : cutChapters(blocks),
    files: [...(cover && !shown.includes(cover) ? [cover] : []), ...shown].map(fileOf),
    ...(cover ? { cover: cover.path } : {}),
  };
}

/** Programs write the language of the machine that they run on; a text's letters say more. */
function languageOf(told: string, guessed: string): string {
  const isTold = told !== '' && (guessed === '' || isLatin(guessed) || told.split('-')[0] === guessed.split('-')[0]);
  return isTold ? told : guessed;
}

const isLatin = (language: string) => new Intl.Locale(language).maximize().script === 'Latn';

const fileOf = ({ path, mediaType, bytes }: PagePicture) => ({ path, mediaType, read: () => bytes });

async function coverOf(pdf: Pdf, { textOnly }: PdfOptions): Promise<PagePicture | undefined> {
  return textOnly ? undefined : readPagePicture(pdf, 1);
}

interface ReadPages {
  pages: PageContent[];
  pictures: ShownPicture[];
}

async function readPages(pdf: Pdf, { textOnly = false, firstPage = 0, onPage }: PdfOptions): Promise<ReadPages> {
  const pages: PageContent[] = [];
  const pictures: ShownPicture[] = [];
  let units = 0;
  let bytes = 0;
  for (let number = firstPage + 1; number <= pdf.numPages; number++) {
    const mayShow = !textOnly && bytes < limits.pictureBytes && pictures.length < limits.pictures;
    const page = await readPageContent(pdf, number, mayShow ? leastSide : undefined);
    units += page.pieces.reduce((sum, piece) => sum + piece.text.length, 0);
    if (units > limits.markupBytes / 4) throw new AppError('unsafe_book', 'The PDF has more text than is allowed.');
    if (mayShow) {
      const shown = await picturesOf(pdf, page);
      bytes += shown.reduce((sum, { picture }) => sum + picture.bytes.length, 0);
      pictures.push(...shown);
    }
    // Pixels and lines are not kept.
    const pieces = withTables(page.pieces, page.rules);
    pages.push({ ...page, pieces, pictures: [], rules: { across: [], down: [] } });
    onPage?.(number - firstPage, pdf.numPages - firstPage);
  }
  return { pages, pictures };
}

/** Points; what is drawn smaller is an ornament. */
const leastSide = 32;

async function picturesOf(pdf: Pdf, page: PageContent): Promise<ShownPicture[]> {
  if (page.pieces.length === 0) {
    const picture = await readPagePicture(pdf, page.number);
    return picture ? [{ page: page.number, top: 0, picture, isPage: true }] : [];
  }
  const shown: ShownPicture[] = [];
  for (const [index, { pixels, y, width, height }] of page.pictures.entries()) {
    // Behind the text of a whole page lies paper, or the scan that the text was read from.
    const isBackground = width * height > page.width * page.height * 0.8;
    if (!pixels || isBackground || Math.min(width, height) < leastSide) continue;
    const picture = await encodePicture(pixels, `images/p${page.number}-${index + 1}`);
    if (picture) shown.push({ page: page.number, top: y, picture, isPage: false });
  }
  return shown;
}

/** The columns of all pages in the order of reading, without what stands there only because they are pages. */
function columnsOf(pages: readonly PageContent[]): Column[] {
  const parts = pages.map((page) => inReadingOrder(page.pieces).map(linesOf));
  const edges = edgeLines(
    parts.map((columns, index) => ({ height: pages[index]?.height ?? 0, lines: columns.flat() })),
  );
  return parts.flatMap((columns, index) =>
    columns
      .map((lines) => lines.filter((line) => !edges.has(line)))
      .filter((lines) => lines.length > 0)
      .map((lines) => ({ page: pages[index]?.number ?? 0, lines })),
  );
}
