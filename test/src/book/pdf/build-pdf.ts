// Builds small PDFs in the test itself: text, pictures, links, an outline, page labels, and whatever else a test wants.

export interface PdfPage {
  /** Each with the point where it begins, from the page's lower left corner. */
  lines?: readonly (readonly [x: number, y: number, text: string])[];
  /** More of the content stream, before the text. */
  drawing?: string;
  /** More entries of the page's dictionary. */
  entries?: string;
  width?: number;
  height?: number;
  fontSize?: number;
}

export interface PdfParts {
  pages: readonly PdfPage[];
  outline?: readonly (readonly [title: string, destination: string])[];
  info?: string;
  /** More entries of the catalogue. */
  catalogue?: string;
  /** Objects from number `extraFrom(pages)` on. */
  extra?: readonly string[];
  trailer?: string;
}

const firstPage = 4;
/** Object number of a page. */
export const pageObject = (page: number): number => firstPage + page * 2;
export const extraFrom = (pages: number): number => firstPage + pages * 2;

export function buildPdf(parts: PdfParts): Blob {
  const { pages, outline = [], info = '', catalogue = '', extra = [], trailer = '' } = parts;
  const outlineAt = extraFrom(pages.length) + extra.length;
  const outlines = outline.length > 0 ? `/Outlines ${outlineAt} 0 R` : '';
  const kids = pages.map((_, page) => `${pageObject(page)} 0 R`).join(' ');
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${outlines} ${catalogue} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((page, index) => pageObjects(page, pageObject(index) + 1)),
    ...extra,
    ...outlineObjects(outline, outlineAt),
  ];
  return assemble(objects, `/Info << ${info} >> ${trailer}`);
}

function pageObjects(page: PdfPage, content: number): [string, string] {
  const { width = 400, height = 600, entries = '', fontSize = 12, lines = [], drawing = '' } = page;
  const text = lines.map(([x, y, words]) => `BT /F1 ${fontSize} Tf ${x} ${y} Td (${escaped(words)}) Tj ET`);
  return [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Resources << /Font << /F1 3 0 R >> >> /Contents ${content} 0 R ${entries} >>`,
    streamObject([drawing, ...text].join('\n')),
  ];
}

export function streamObject(content: string, entries = ''): string {
  return `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`;
}

function outlineObjects(outline: PdfParts['outline'] & {}, at: number): string[] {
  if (outline.length === 0) return [];
  const last = at + outline.length;
  const items = outline.map(([title, destination], index) => {
    const next = index + 1 < outline.length ? `/Next ${at + index + 2} 0 R` : '';
    return `<< /Title (${escaped(title)}) /Parent ${at} 0 R ${next} ${destination} >>`;
  });
  return [`<< /Type /Outlines /First ${at + 1} 0 R /Last ${last} 0 R /Count ${outline.length} >>`, ...items];
}

const escaped = (text: string) => text.replace(/[()\\]/g, '\\$&');

function assemble(objects: readonly string[], trailer: string): Blob {
  let text = '%PDF-1.7\n';
  const places = objects.map((object, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const start = text.length;
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return new Blob([Uint8Array.from(text, (character) => character.charCodeAt(0) & 255)]);
}
