// Writes a draft as an EPUB 3 file that every reader opens: container, package document, navigation, chapters, files.
// The same draft gives the same bytes.

import { rmSync } from 'node:fs';
import type { BookMetadata } from '../book-metadata.ts';
import type { BookDraft, DraftChapter } from './book-draft.ts';
import { escapeXml } from './escape-xml.ts';
import { type WrittenFile, ZipWriter } from './zip-writer.ts';

const folder = 'book';
const styles = `body { margin: 0; }
h1, h2, h3, h4, h5, h6 { line-height: 1.3; text-indent: 0; }
img, svg { max-width: 100%; max-height: 100%; }
figure { margin: 1em 0; text-align: center; }
pre { white-space: pre-wrap; }
table { border-collapse: collapse; }
td, th { border: 1px solid; padding: 0.2em 0.4em; }
.page { text-align: center; margin: 0; }
.plain p { margin: 0; text-indent: 2em; }
`;

/** `path` must not exist yet; nothing is left there when it fails. `id` names the book when it has no name of its own. */
export async function writeEpub(draft: BookDraft, path: string, id: string): Promise<WrittenFile> {
  const zip = new ZipWriter(path);
  try {
    zip.add('mimetype', Buffer.from('application/epub+zip'), { store: true });
    zip.add('META-INF/container.xml', Buffer.from(container));
    zip.add(`${folder}/package.opf`, Buffer.from(packageDocument(draft, id)));
    zip.add(`${folder}/nav.xhtml`, Buffer.from(navigation(draft)));
    zip.add(`${folder}/styles.css`, Buffer.from(styles));
    for (const [index, chapter] of draft.chapters.entries()) {
      zip.add(`${folder}/${chapterName(index)}`, Buffer.from(chapterDocument(draft, chapter)));
    }
    for (const file of draft.files) {
      zip.add(`${folder}/${file.path}`, await file.read(), {
        store: /^(image\/(?!svg)|audio|video)/.test(file.mediaType),
      });
    }
    return zip.finish();
  } catch (error) {
    zip.close();
    rmSync(path, { force: true });
    throw error;
  }
}

/** Beside the files, so that a body names them as the draft does. */
export function chapterName(index: number): string {
  return `c${String(index + 1).padStart(4, '0')}.xhtml`;
}

const container = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="${folder}/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>
`;

function packageDocument(draft: BookDraft, id: string): string {
  const { chapters, files, metadata } = draft;
  const items = [
    '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>',
    '<item id="styles" href="styles.css" media-type="text/css"/>',
    ...chapters.map((_, n) => `<item id="c${n + 1}" href="${chapterName(n)}" media-type="application/xhtml+xml"/>`),
    ...files.map(({ path, mediaType }, n) => {
      const properties = path === draft.cover ? ' properties="cover-image"' : '';
      return `<item id="f${n + 1}" href="${escapeXml(encodeURI(path))}" media-type="${escapeXml(mediaType)}"${properties}/>`;
    }),
  ];
  const direction = draft.direction === 'rtl' ? ' page-progression-direction="rtl"' : '';
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" prefix="rendition: http://www.idpf.org/vocab/rendition/#">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
${facts(metadata, id).join('\n')}
</metadata>
<manifest>
${items.join('\n')}
</manifest>
<spine${direction}>
${chapters.map((_, n) => `<itemref idref="c${n + 1}"/>`).join('\n')}
</spine>
</package>
`;
}

function facts(metadata: BookMetadata, id: string): string[] {
  const element = (name: string, text: string, more = '') =>
    text ? [`<dc:${name}${more}>${escapeXml(text)}</dc:${name}>`] : [];
  const meta = (property: string, text: string) =>
    text ? [`<meta property="${property}">${escapeXml(text)}</meta>`] : [];
  const role = (refined: string, name: string) =>
    `<meta refines="#${refined}" property="role" scheme="marc:relators">${name}</meta>`;
  return [
    ...element('identifier', metadata.identifier || id, ' id="id"'),
    // Required; the file's own name is its owner's affair.
    ...element('title', metadata.title || 'Untitled'),
    // Required; "und" is the tag of a language that is not known.
    ...element('language', metadata.language || 'und'),
    ...(metadata.author ? [...element('creator', metadata.author, ' id="author"'), role('author', 'aut')] : []),
    ...(metadata.translator
      ? [...element('contributor', metadata.translator, ' id="translator"'), role('translator', 'trl')]
      : []),
    ...element('publisher', metadata.publisher),
    ...element('date', metadata.publishTime),
    ...element('description', metadata.intro),
    ...metadata.subjects.flatMap((subject) => element('subject', subject)),
    '<meta property="dcterms:modified">2000-01-01T00:00:00Z</meta>',
    ...(metadata.isFixedLayout ? meta('rendition:layout', 'pre-paginated') : []),
  ];
}

interface Entry {
  title: string;
  level: number;
  href: string;
}

function navigation({ chapters, metadata }: BookDraft): string {
  const entries: Entry[] = chapters.flatMap(({ title, level, anchors = [] }, n) => [
    ...(title ? [{ title, level, href: chapterName(n) }] : []),
    ...anchors.map((anchor) => ({
      title: anchor.title,
      level: anchor.level,
      href: `${chapterName(n)}#${encodeURIComponent(anchor.id)}`,
    })),
  ]);
  // Every reader wants at least one.
  const listed = entries.length > 0 ? entries : [{ title: metadata.title || '1', level: 1, href: chapterName(0) }];
  return document(metadata.title, `<nav epub:type="toc"><ol>${listItems(listed)}</ol></nav>`);
}

/** A level that jumps over others hangs one below the entry before it. */
function listItems(entries: readonly Entry[]): string {
  const parts: string[] = [];
  const open: number[] = [];
  for (const { title, level, href } of entries) {
    while (open.length > 0 && (open.at(-1) as number) >= level) {
      open.pop();
      parts.push(open.length > 0 ? '</li></ol>' : '</li>');
    }
    if (open.length > 0) parts.push('<ol>');
    open.push(level);
    parts.push(`<li><a href="${escapeXml(href)}">${escapeXml(title)}</a>`);
  }
  while (open.length > 0) {
    open.pop();
    parts.push(open.length > 0 ? '</li></ol>' : '</li>');
  }
  return parts.join('').replaceAll('</ol><ol>', '');
}

function chapterDocument({ metadata }: BookDraft, { title, body, viewport }: DraftChapter): string {
  const head = viewport
    ? `<meta name="viewport" content="width=${Math.round(viewport.width)}, height=${Math.round(viewport.height)}"/>`
    : '';
  return document(title || metadata.title, body, head, metadata.language);
}

function document(title: string, body: string, head = '', language = ''): string {
  const lang = language ? ` lang="${escapeXml(language)}" xml:lang="${escapeXml(language)}"` : '';
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"${lang}><head><title>${escapeXml(title || '-')}</title>${head}<link rel="stylesheet" type="text/css" href="styles.css"/></head><body>${body}</body></html>
`;
}
