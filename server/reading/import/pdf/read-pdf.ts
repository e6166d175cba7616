// Reads a PDF as a draft: chapters from its outline with the text of their pages, pictures of pages that have no text.

import { readFile } from 'node:fs/promises';
import { AppError } from '../../../../api/errors.ts';
import type { BookDraft, DraftChapter } from '../edition/book-draft.ts';
import { cutChapters } from '../edition/cut-chapters.ts';
import { escapeXml } from '../edition/escape-xml.ts';
import type { Block } from '../edition/markup-blocks.ts';
import { guessLanguage } from '../formats/guess-language.ts';
import { importLimits as limits } from '../limits.ts';
import { openPdf, type Pdf, readPage } from './open-pdf.ts';
import { joined, pageParagraphs } from './page-lines.ts';
import { type PagePicture, readPagePicture } from './page-picture.ts';
import { type OutlineEntry, readOutline, readPdfFacts } from './pdf-facts.ts';

export async function readPdf(path: string): Promise<BookDraft> {
  const pdf = await openPdf(new Uint8Array(await readFile(path)));
  try {
    if (pdf.numPages > limits.spineItems) {
      throw new AppError('unsafe_book', `The PDF has ${pdf.numPages} pages; ${limits.spineItems} are allowed.`);
    }
    const metadata = await readPdfFacts(pdf);
    const outline = await readOutline(pdf);
    const pages = await readPages(pdf);
    const text = pages
      .slice(0, 50)
      .flatMap((page) => page.paragraphs)
      .join(' ');
    const cover = pages[0]?.picture ?? (await readPagePicture(pdf, 1));
    const pictures = pages.flatMap(({ picture }) => picture ?? []);
    return {
      metadata: { ...metadata, language: metadata.language || guessLanguage(text) },
      direction: 'ltr',
      chapters: outline.length > 0 ? byOutline(pages, outline) : cutChapters(pages.flatMap(pageBlocks)),
      files: [...(cover && !pictures.includes(cover) ? [cover] : []), ...pictures].map(fileOf),
      ...(cover ? { cover: cover.path } : {}),
    };
  } finally {
    await pdf.loadingTask.destroy();
  }
}

const fileOf = ({ path, bytes }: PagePicture) => ({ path, mediaType: 'image/jpeg', read: () => bytes });

interface ReadPage {
  number: number;
  paragraphs: string[];
  picture: PagePicture | undefined;
}

async function readPages(pdf: Pdf): Promise<ReadPage[]> {
  const pages: ReadPage[] = [];
  let units = 0;
  let pictureBytes = 0;
  for (let number = 1; number <= pdf.numPages; number++) {
    const paragraphs = pageParagraphs(await readPage(pdf, number));
    units += paragraphs.reduce((sum, paragraph) => sum + paragraph.length, 0);
    if (units > limits.markupBytes / 4) throw new AppError('unsafe_book', 'The PDF has more text than is allowed.');
    const mayShow = paragraphs.length === 0 && pictureBytes < limits.pictureBytes;
    const picture = mayShow ? await readPagePicture(pdf, number) : undefined;
    pictureBytes += picture?.bytes.length ?? 0;
    pages.push({ number, paragraphs, picture });
  }
  return joinOverPages(pages);
}

/** A paragraph that a page's end cut in two is one again. */
function joinOverPages(pages: ReadPage[]): ReadPage[] {
  for (const [n, page] of pages.entries()) {
    const before = pages[n - 1]?.paragraphs;
    const last = before?.at(-1);
    const [first] = page.paragraphs;
    if (!before || !last || !first || /[.!?。！？:：”"»]$/.test(last) || !/^[\p{Ll}\p{Script=Han}]/u.test(first))
      continue;
    before[before.length - 1] = joined(last, first);
    page.paragraphs.shift();
  }
  return pages;
}

function pageBlocks({ number, paragraphs, picture }: ReadPage): Block[] {
  const place = `<span id="page${number}"></span>`;
  if (picture) {
    const size = `width="${picture.width}" height="${picture.height}"`;
    return [{ markup: `<p class="page">${place}<img src="${picture.path}" alt="${number}" ${size}/></p>`, length: 1 }];
  }
  if (paragraphs.length === 0) return [{ markup: `<p>${place}</p>`, length: 0 }];
  return paragraphs.map((text, n) => ({
    markup: `<p>${n === 0 ? place : ''}${escapeXml(text)}</p>`,
    length: text.length,
  }));
}

/** Each page on which an entry begins starts a chapter; further entries on it are places inside. */
function byOutline(pages: readonly ReadPage[], outline: readonly OutlineEntry[]): DraftChapter[] {
  const byPage = Map.groupBy(outline, (entry) => entry.page);
  const chapters: DraftChapter[] = [];
  let parts: string[] = [];
  let entries: OutlineEntry[] = [];
  const flush = () => {
    const [first, ...more] = entries;
    const anchors = more.map(({ title, level, page }) => ({ title, level, id: `page${page}` }));
    if (parts.length > 0) {
      const chapter = { title: first?.title ?? '', level: first?.level ?? 1, body: parts.join('\n') };
      chapters.push(anchors.length > 0 ? { ...chapter, anchors } : chapter);
    }
    parts = [];
  };
  for (const page of pages) {
    const beginning = byPage.get(page.number);
    if (beginning) {
      flush();
      entries = beginning;
    }
    parts.push(...pageBlocks(page).map(({ markup }) => markup));
  }
  flush();
  return chapters;
}
