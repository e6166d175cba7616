// Paragraphs, headings and pictures of a PDF as blocks of markup, in their order, each page's beginning marked. Pure.

import { escapeXml } from '../../../../api/edition/escape-xml.ts';
import type { Block } from '../../../../api/edition/markup-blocks.ts';
import type { TableText } from './page-content.ts';
import type { PagePicture } from './page-picture.ts';
import type { Paragraph } from './paragraphs.ts';

export interface ShownPicture {
  /** From 1. */
  page: number;
  /** Points from the upper edge. */
  top: number;
  picture: PagePicture;
  /** It is all that there is on the page. */
  isPage: boolean;
}

/** A block that knows on which page it begins. */
export interface PdfBlock extends Block {
  page: number;
}

export function pdfBlocks(paragraphs: readonly Paragraph[], pictures: readonly ShownPicture[]): PdfBlock[] {
  const waiting = pictures.toSorted((a, b) => a.page - b.page || a.top - b.top);
  const blocks: PdfBlock[] = [];
  const marked = new Set<number>();
  const mark = (page: number) => {
    if (marked.has(page)) return '';
    marked.add(page);
    return `<span id="page${page}"></span>`;
  };
  const show = (isDue: (picture: ShownPicture) => boolean) => {
    while (waiting[0] && isDue(waiting[0])) {
      const next = waiting.shift() as ShownPicture;
      blocks.push(pictureBlock(next, mark(next.page)));
    }
  };
  for (const paragraph of paragraphs) {
    const { page, top } = paragraph;
    show((picture) => picture.page < page || (picture.page === page && picture.top < top));
    blocks.push(paragraphBlock(paragraph, mark(page)));
  }
  show(() => true);
  return blocks;
}

function tableRows({ rows, hasHead }: TableText, place: string): string {
  return rows
    .map((cells, row) => {
      const tag = hasHead && row === 0 ? 'th' : 'td';
      const written = cells.map((cell, n) => `<${tag}>${row + n === 0 ? place : ''}${escapeXml(cell)}</${tag}>`);
      return `<tr>${written.join('')}</tr>`;
    })
    .join('');
}

function pictureBlock({ page, picture, isPage }: ShownPicture, place: string): PdfBlock {
  const { path, width, height } = picture;
  const image = `<img src="${path}" alt="" width="${width}" height="${height}"/>`;
  const markup = isPage ? `<p class="page">${place}${image}</p>` : `<figure>${place}${image}</figure>`;
  return { markup, length: 1, page };
}

function paragraphBlock({ kind, text, page, level, italic, rightToLeft, table }: Paragraph, place: string): PdfBlock {
  const direction = rightToLeft ? ' dir="rtl"' : '';
  if (table) return { markup: `<table${direction}>${tableRows(table, place)}</table>`, length: text.length, page };
  const words = italic ? `<em>${escapeXml(text)}</em>` : escapeXml(text);
  const { length } = text;
  if (kind === 'paragraph') return { markup: `<p${direction}>${place}${words}</p>`, length, page };
  const tag = `h${level}`;
  return { markup: `<${tag}${direction}>${place}${words}</${tag}>`, length, page, heading: { level, title: text } };
}
