// The size of a page whose layout is fixed: as it declares it, else as its only picture has it, else as the pages beside
// it have it.

import { resolveReference } from '../../../api/edition/parts/package-reference.ts';
import { BookError } from '../book.ts';
import type { PublicationItem } from '../package/read-spine.ts';
import type { Resources } from '../package/resources.ts';
import { parseMarkup } from '../parsing/parse-markup.ts';
import { headLength, isTooLarge, pictureSize } from '../parsing/picture-size.ts';
import { readViewport } from '../parsing/viewport.ts';
import type { PageSize } from '../styles/page-style.ts';

/** Pages on either side that are asked for their size. */
const pagesAsked = 3;

/** Of several viewports the first one counts, whether it says a size or not (EPUB RS 3.3, 6.2). */
export function declaredSize(
  document: Document,
  { viewport }: Pick<PublicationItem, 'viewport'>,
): PageSize | undefined {
  const svg = document.body.querySelector(':scope > svg:only-child');
  const declared = document.querySelector('meta[name="viewport" i]')?.getAttribute('content');
  return readViewport(declared ?? undefined) ?? (svg ? readSvgSize(svg) : undefined) ?? viewport;
}

/** Of a page that declares none; `undefined` where nothing tells, and the page is laid out as text. */
export async function impliedSize(
  document: Document,
  item: PublicationItem,
  resources: Resources,
  spine: readonly PublicationItem[],
): Promise<PageSize | undefined> {
  const path = onlyPicture(document, item.path);
  if (path && resources.size(path) > 0) {
    const own = await readPictureSize({ path }, resources).catch(unreadable);
    if (own) return own;
  }
  const at = spine.indexOf(item);
  for (let away = 1; away <= pagesAsked; away++) {
    for (const other of [spine[at - away], spine[at + away]]) {
      if (!other?.fixed || other.type !== item.type) continue;
      const text = await resources.text(other.path).catch(unreadable);
      const size = text === undefined ? undefined : declaredSize(parseMarkup(text), other);
      if (size) return size;
    }
  }
  return undefined;
}

/** Path of the picture that is all that the page shows. */
function onlyPicture({ body }: Document, from: string): string | undefined {
  const pictures = body.querySelectorAll('img, image, svg image');
  const [picture] = pictures;
  if (!picture || pictures.length > 1 || body.textContent.trim() !== '') return undefined;
  const address =
    picture.getAttribute('src') ??
    picture.getAttribute('href') ??
    picture.getAttributeNS('http://www.w3.org/1999/xlink', 'href');
  return address ? resolveReference(address, from)?.path : undefined;
}

/** A part that cannot be read says nothing about sizes; whoever shows it tells what is wrong. */
function unreadable(error: unknown): undefined {
  if (!(error instanceof BookError)) throw error;
  return undefined;
}

function readSvgSize(svg: Element): PageSize | undefined {
  const box = (svg.getAttribute('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const width = box[2] || Number.parseFloat(svg.getAttribute('width') ?? '');
  const height = box[3] || Number.parseFloat(svg.getAttribute('height') ?? '');
  return width > 0 && height > 0 ? { width, height } : undefined;
}

export async function readPictureSize(
  { path }: Pick<PublicationItem, 'path'>,
  resources: Resources,
): Promise<PageSize> {
  const blob = await resources.blob(path);
  const known = pictureSize(new Uint8Array(await blob.slice(0, headLength).arrayBuffer()));
  if (known && isTooLarge(known)) throw new BookError('unsupported', 'The picture is too large to be shown.');
  if (known && known.width > 0 && known.height > 0) return known;
  try {
    const picture = await createImageBitmap(blob);
    const { width, height } = picture;
    picture.close();
    return { width, height };
  } catch (cause) {
    throw new BookError('damaged', 'The picture is broken.', { cause });
  }
}
