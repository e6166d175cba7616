// Opens a PDF as a book of drawn pages: its facts, its outline as contents, its page labels as the list of pages.

import type { Book, BookFacts, TocEntry } from '../book.ts';
import { encodeImage } from '../images/encode-image.ts';
import type { OpenFileOptions } from '../open-file.ts';
import { defaultPageStyle } from '../pages/page-style.ts';
import { PagesBook } from '../pages/pages-book.ts';
import { type PDFDocumentProxy, PdfEngine } from './pdf-engine.ts';
import { readOutline } from './pdf-outline.ts';
import { PdfSource } from './pdf-source.ts';

/** Milliseconds for whatever is asked of the document. */
const patience = 15_000;
/** CSS pixels of a cover that is drawn of the first page. */
const coverWidth = 600;
const coverHeight = 1200;

/** `name`: the file's own, which is the title of a document that says no other. */
export async function openPdf(file: Blob, name: string, options: OpenFileOptions): Promise<Book> {
  const engine = new PdfEngine(file, options.password, options.sectionLimit ?? patience);
  try {
    const count = await engine.use(async (document) => document.numPages);
    const source = new PdfSource(engine, count);
    const [facts, toc, labels] = await Promise.all([
      readFacts(engine, source, name),
      engine.use(readOutline).catch(nothing<TocEntry[]>([])),
      engine.use(readLabels).catch(nothing(undefined)),
    ]);
    const style = options.pageStyle ?? defaultPageStyle;
    return new PagesBook({ facts, toc, labels, source, style, cover: () => drawCover(source) });
  } catch (error) {
    engine.close();
    throw error;
  }
}

/** A document without usable contents still has its pages. */
function nothing<T>(instead: T): (error: unknown) => T {
  return (error) => {
    console.warn('A part of the document cannot be read.', error);
    return instead;
  };
}

async function readFacts(engine: PdfEngine, source: PdfSource, name: string): Promise<BookFacts> {
  const said = await engine
    .use(readInfo)
    .catch(nothing<Info>({ title: '', authors: [], language: '', leftward: false }));
  return {
    title: said.title || name.replace(/\.[^.]{1,12}$/, ''),
    titleDirection: 'auto',
    authors: said.authors,
    authorDirections: said.authors.map(() => 'auto'),
    language: said.language,
    identifier: '',
    direction: said.leftward ? 'rtl' : 'ltr',
    layout: 'fixed',
    pages: { text: await hasText(source) },
  };
}

/** A scan has none on any page. */
async function hasText(source: PdfSource): Promise<boolean> {
  const sample = [...new Set([0, 1, source.count >> 1, source.count - 1])].filter((page) => page < source.count);
  for (const page of sample) {
    const runs = await source.text(page).catch(nothing([]));
    if (runs.some(({ text }) => text.trim() !== '')) return true;
  }
  return false;
}

interface Info {
  title: string;
  authors: string[];
  language: string;
  leftward: boolean;
}

async function readInfo(document: PDFDocumentProxy): Promise<Info> {
  const [{ info, metadata }, preferences] = await Promise.all([
    document.getMetadata(),
    document.getViewerPreferences() as Promise<{ Direction?: string } | null>,
  ]);
  const said = info as Record<string, unknown>;
  const text = (value: unknown) => (typeof value === 'string' ? value.replace(/\s+/g, ' ').trim().slice(0, 1024) : '');
  const author = text(said.Author) || text(listed(metadata?.get('dc:creator')));
  const language = text(said.Language);
  return {
    title: withoutProgram(text(said.Title) || text(listed(metadata?.get('dc:title')))),
    authors: author.split(/\s*;\s*/).filter(Boolean),
    language: /^[a-z]{2,3}(-[\w-]{1,20})?$/i.test(language) ? language : '',
    leftward: preferences?.Direction === 'R2L',
  };
}

const listed = (value: unknown): unknown => (Array.isArray(value) ? value.join('; ') : value);

/** Word processors write their own name and the file's into the title. */
function withoutProgram(title: string): string {
  const bare = title.replace(/^Microsoft \w+ - /, '').replace(/\.(docx?|rtf|odt|tex|indd|pdf)$/i, '');
  return /^untitled$/i.test(bare) ? '' : bare;
}

/** `undefined` where they say no more than the pages' numbers. */
async function readLabels(document: PDFDocumentProxy): Promise<string[] | undefined> {
  const labels = await document.getPageLabels();
  return labels?.some((label, index) => label !== String(index + 1)) ? labels : undefined;
}

async function drawCover(source: PdfSource): Promise<Blob | undefined> {
  const size = await source.size(0);
  const scale = Math.min(coverWidth / size.width, coverHeight / size.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(size.width * scale));
  canvas.height = Math.max(1, Math.round(size.height * scale));
  const region = { x: 0, y: 0, ...size };
  await source.draw(0, canvas, { region, scale }, new AbortController().signal);
  return encodeImage(await createImageBitmap(canvas), 'image/jpeg', 0.85);
}
