// The XHTML documents that an edition consists of. The service writes them into a file, the client reads them from
// memory; their text is the same to the character.

import type { BookDraft, DraftChapter } from './book-draft.ts';
import { escapeXml } from './escape-xml.ts';

export const editionStyles = `body { margin: 0; }
h1, h2, h3, h4, h5, h6 { line-height: 1.3; text-indent: 0; }
img, svg { max-width: 100%; max-height: 100%; }
figure { margin: 1em 0; text-align: center; }
pre { white-space: pre-wrap; }
table { border-collapse: collapse; }
td, th { border: 1px solid; padding: 0.2em 0.4em; }
.page { text-align: center; margin: 0; }
.plain p { margin: 0; text-indent: 2em; }
`;

/** Beside the files, so that a body names them as the draft does. */
export function chapterName(index: number): string {
  return `c${String(index + 1).padStart(4, '0')}.xhtml`;
}

/** A chapter of a draft as a whole XHTML file; `body` is well-formed already. */
export function chapterDocument(
  { metadata }: Pick<BookDraft, 'metadata'>,
  { title, body, viewport }: DraftChapter,
): string {
  const head = viewport
    ? `<meta name="viewport" content="width=${Math.round(viewport.width)}, height=${Math.round(viewport.height)}"/>`
    : '';
  return editionDocument(title || metadata.title, body, head, metadata.language);
}

/** `body` and `head` are markup, `title` and `language` (BCP 47, empty when unknown) are text. */
export function editionDocument(title: string, body: string, head = '', language = ''): string {
  const lang = language ? ` lang="${escapeXml(language)}" xml:lang="${escapeXml(language)}"` : '';
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"${lang}><head><title>${escapeXml(title || '-')}</title>${head}<link rel="stylesheet" type="text/css" href="styles.css"/></head><body>${body}</body></html>
`;
}
