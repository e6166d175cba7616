// Opens a PDF. Runs in a thread that may be ended: a hostile file can keep it busy. Nothing of a file is run, fetched or
// drawn with.

import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import { AppError } from '../../../../api/errors.ts';
import { importLimits as limits } from '../limits.ts';

export type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
export type PdfPage = Awaited<ReturnType<Pdf['getPage']>>;

/** `bytes` belong to the document from here on. Without `pictures` none is unpacked, which is most of the work. */
export async function openPdf(bytes: Uint8Array, { pictures }: { pictures: boolean }): Promise<Pdf> {
  try {
    return await getDocumentProxy(bytes, {
      disableFontFace: true,
      useSystemFonts: false,
      isEvalSupported: false,
      stopAtErrors: false,
      maxImageSize: pictures ? limits.picturePixels : 0,
      verbosity: 0,
    } as object);
  } catch (cause) {
    throw asBookError(cause);
  }
}

type Step =
  | 'save'
  | 'restore'
  | 'transform'
  | 'paintImageXObject'
  | 'paintFormXObjectBegin'
  | 'paintFormXObjectEnd'
  | 'constructPath'
  | 'endPath';

/** Numbers of the drawing steps that say where pictures and lines stand. */
export async function drawingSteps(): Promise<Record<Step, number>> {
  const { OPS } = await getResolvedPDFJS();
  return OPS as Record<Step, number>;
}

export function asBookError(cause: unknown): unknown {
  if (cause instanceof AppError || cause instanceof RangeError) return cause;
  if (cause instanceof Error && cause.name === 'PasswordException') {
    return new AppError('unsupported_format', 'The PDF is locked with a password.', undefined, { cause });
  }
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new AppError('bad_book', 'The PDF is damaged.', { reason }, { cause });
}
