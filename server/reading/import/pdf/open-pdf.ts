// Opens a PDF and reads its pages' text with places, its outline and facts. Runs in a thread that may be ended: a
// hostile file can keep it busy.

import { getDocumentProxy } from 'unpdf';
import { AppError } from '../../../../api/errors.ts';

export type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

/** One run of text as it is drawn. Places are points from the lower left corner. */
export interface PdfText {
  text: string;
  x: number;
  y: number;
  width: number;
  /** Of the letters. */
  size: number;
  /** The library's name of the font, and its family where it is told. */
  font: string;
  family: string;
  endsLine: boolean;
}

export interface PdfPage {
  /** From 1. */
  number: number;
  width: number;
  height: number;
  texts: PdfText[];
}

/** `bytes` belong to the document from here on. */
export async function openPdf(bytes: Uint8Array): Promise<Pdf> {
  try {
    return await getDocumentProxy(bytes, {
      disableFontFace: true,
      useSystemFonts: false,
      stopAtErrors: false,
      maxImageSize: 100_000_000,
      verbosity: 0,
    });
  } catch (cause) {
    throw asBookError(cause);
  }
}

export async function readPage(pdf: Pdf, number: number): Promise<PdfPage> {
  try {
    const page = await pdf.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const { items, styles } = await page.getTextContent();
    const texts = items.flatMap((item) => {
      if (!('str' in item) || (item.str === '' && !item.hasEOL)) return [];
      const [a = 0, b = 0, , , x = 0, y = 0] = item.transform as number[];
      const size = Math.hypot(a, b) || item.height;
      const family = styles[item.fontName]?.fontFamily ?? '';
      return [{ text: item.str, x, y, width: item.width, size, font: item.fontName, family, endsLine: item.hasEOL }];
    });
    page.cleanup();
    return { number, width, height, texts };
  } catch (cause) {
    throw asBookError(cause);
  }
}

function asBookError(cause: unknown): unknown {
  if (cause instanceof AppError || cause instanceof RangeError) return cause;
  if (cause instanceof Error && cause.name === 'PasswordException') {
    return new AppError('unsupported_format', 'The PDF is locked with a password.', undefined, { cause });
  }
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new AppError('bad_book', 'The PDF is damaged.', { reason }, { cause });
}
