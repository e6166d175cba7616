// A PDF page's text and links, in the units and directions of a drawn page.

import { outsideAddress } from '../package/package-path.ts';
import type { PageLink, TextRun } from '../pages/page-source.ts';
import type { PDFDocumentProxy, PDFPageProxy } from './pdf-engine.ts';
import { findDestination } from './pdf-outline.ts';

/** Runs of one page; what is beyond them is not text that anybody reads. */
const mostRuns = 20_000;
const mostLinks = 2000;
/** Of the letters' height, where a font does not say how far it reaches up. */
const usualAscent = 0.8;

type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>;
type TextItem = Extract<TextContent['items'][number], { str: string }>;
type Matrix = readonly [number, number, number, number, number, number];

export async function readPageText(page: PDFPageProxy): Promise<TextRun[]> {
  const { items, styles } = await page.getTextContent();
  const view = page.getViewport({ scale: 1 });
  const runs: TextRun[] = [];
  for (const item of items) {
    if (!('str' in item) || runs.length >= mostRuns) continue;
    const before = runs.at(-1);
    // An end of line often comes as an item without words.
    if (item.str === '') {
      if (item.hasEOL && before) before.endsLine = true;
    } else runs.push(runOf(item, styles[item.fontName], view.transform as unknown as Matrix));
  }
  return runs;
}

function runOf(item: TextItem, style: TextContent['styles'][string] | undefined, view: Matrix): TextRun {
  const [a, b, c, d, x, y] = multiplied(view, item.transform as unknown as Matrix);
  const vertical = style?.vertical === true;
  const angle = Math.atan2(b, a) + (vertical ? Math.PI / 2 : 0);
  const height = Math.hypot(c, d);
  const reach = style?.ascent || (style?.descent ? 1 + style.descent : usualAscent);
  const ascent = reach * height;
  return {
    text: item.str,
    x: x + ascent * Math.sin(angle),
    y: y - ascent * Math.cos(angle),
    width: vertical ? item.height : item.width,
    height,
    angle: Math.abs(angle) < 0.001 ? 0 : angle,
    endsLine: item.hasEOL,
  };
}

function multiplied(m: Matrix, n: Matrix): Matrix {
  return [
    m[0] * n[0] + m[2] * n[1],
    m[1] * n[0] + m[3] * n[1],
    m[0] * n[2] + m[2] * n[3],
    m[1] * n[2] + m[3] * n[3],
    m[0] * n[4] + m[2] * n[5] + m[4],
    m[1] * n[4] + m[3] * n[5] + m[5],
  ];
}

/** Only what leads to a page or to an address; what would run or open something is no link here. */
export async function readPageLinks(page: PDFPageProxy, document: PDFDocumentProxy): Promise<PageLink[]> {
  const view = page.getViewport({ scale: 1 });
  const links: PageLink[] = [];
  for (const annotation of await page.getAnnotations()) {
    if (annotation.subtype !== 'Link' || !Array.isArray(annotation.rect) || links.length >= mostLinks) continue;
    const [left, bottom, right, top] = annotation.rect as [number, number, number, number];
    const [x1 = 0, y1 = 0] = view.convertToViewportPoint(left, bottom) as number[];
    const [x2 = 0, y2 = 0] = view.convertToViewportPoint(right, top) as number[];
    const box = { x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) };
    const url = typeof annotation.url === 'string' ? outsideAddress(annotation.url) : undefined;
    if (url) links.push({ box, target: { url } });
    else if (annotation.dest) {
      const target = await findDestination(annotation.dest, document);
      if (target) links.push({ box, target });
    }
  }
  return links;
}
