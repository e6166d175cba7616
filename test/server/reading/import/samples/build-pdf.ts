// Makes small PDF files for tests: text in the standard fonts, an outline, pictures as raw pixels.

export interface PdfParts {
  /** Each page's lines of text; a Buffer is a page that is one picture of 400 × 600 grey pixels. */
  pages: readonly (readonly string[] | Buffer | Drawing)[];
  /** Titles with the index of their page. */
  outline?: readonly (readonly [title: string, page: number])[];
  info?: string;
  /** More objects, and what is put into the trailer. */
  extra?: readonly string[];
  trailer?: string;
}

/** A page's content as PDF has it; the font is /F1, the page 400 × 600 points. */
export interface Drawing {
  drawing: string;
}

export function buildPdf({
  pages,
  outline = [],
  info = '/Title (A Paper) /Author (Ann Author)',
  extra = [],
  trailer = '',
}: PdfParts): Buffer {
  const objects: (string | Buffer)[] = [];
  const add = (text: string | Buffer) => objects.push(text);
  const first = 6;
  const kids = pages.map((_, n) => `${first + n * 2} 0 R`).join(' ');
  const outlineAt = first + pages.length * 2;
  add(`<< /Type /Catalog /Pages 2 0 R ${outline.length > 0 ? `/Outlines ${outlineAt} 0 R` : ''} >>`);
  add(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  add(`<< ${info} >>`);
  const pixels = pages.find((page) => Buffer.isBuffer(page)) ?? Buffer.from([128]);
  const [width, height] = pixels.length === 1 ? [1, 1] : [400, 600];
  const facts = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8`;
  add(stream(pixels, facts));
  for (const [n, page] of pages.entries()) {
    const content = contentOf(page);
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 600] /Resources << /Font << /F1 3 0 R >> /XObject << /I1 5 0 R >> >> /Contents ${first + n * 2 + 1} 0 R >>`,
    );
    add(stream(content));
  }
  if (outline.length > 0) {
    const at = (n: number) => `${outlineAt + 1 + n} 0 R`;
    add(`<< /Type /Outlines /First ${at(0)} /Last ${at(outline.length - 1)} /Count ${outline.length} >>`);
    for (const [n, [title, page]] of outline.entries()) {
      const next = n + 1 < outline.length ? `/Next ${at(n + 1)}` : '';
      add(`<< /Title (${title}) /Parent ${outlineAt} 0 R ${next} /Dest [${first + page * 2} 0 R /Fit] >>`);
    }
  }
  for (const object of extra) add(object);
  return assemble(objects, trailer);
}

function assemble(objects: readonly (string | Buffer)[], trailer: string): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  const places: number[] = [];
  let size = parts[0]?.length ?? 0;
  const write = (bytes: Buffer) => {
    parts.push(bytes);
    size += bytes.length;
  };
  for (const [n, object] of objects.entries()) {
    places.push(size);
    write(Buffer.concat([Buffer.from(`${n + 1} 0 obj\n`), Buffer.from(object as string), Buffer.from('\nendobj\n')]));
  }
  const start = size;
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  write(Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`));
  write(
    Buffer.from(
      `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 4 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

function contentOf(page: PdfParts['pages'][number]): Buffer {
  if (Buffer.isBuffer(page)) return Buffer.from('q 400 0 0 600 0 0 cm /I1 Do Q');
  return 'drawing' in page ? Buffer.from(page.drawing) : textContent(page);
}

function textContent(lines: readonly string[]): Buffer {
  const shown = lines.map((line) => `(${line.replace(/[()\\]/g, '\\$&')}) Tj 0 -14 Td`).join('\n');
  return Buffer.from(`BT /F1 12 Tf 40 540 Td\n${shown}\nET`);
}

function stream(content: Buffer, facts = ''): Buffer {
  return Buffer.concat([
    Buffer.from(`<< ${facts} /Length ${content.length} >>\nstream\n`),
    content,
    Buffer.from('\nendstream'),
  ]);
}
