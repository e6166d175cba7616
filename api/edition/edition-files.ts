// The files that an EPUB 3 edition of a draft consists of: container, package document, navigation, styles, chapters.
// The same draft gives the same files, whoever asks.

import type { BookDraft, DraftFile } from './book-draft.ts';
import type { BookMetadata } from './book-metadata.ts';
import { chapterDocument, chapterName, editionDocument, editionStyles } from './chapter-document.ts';
import { escapeXml } from './escape-xml.ts';

const folder = 'book';

/** A file of text, or one of the draft's own. */
export interface EditionFile {
  path: string;
  content: { text: () => string } | { file: DraftFile };
}

/** In the order in which they are written, after `mimetype`. `id` names the book when it has no name of its own. */
export function editionFiles(draft: BookDraft, id: string): EditionFile[] {
  const text = (path: string, make: () => string): EditionFile => ({ path, content: { text: make } });
  return [
    text('META-INF/container.xml', () => container),
    text(`${folder}/package.opf`, () => packageDocument(draft, id)),
    text(`${folder}/nav.xhtml`, () => navigation(draft)),
    text(`${folder}/styles.css`, () => editionStyles),
    ...draft.chapters.map((chapter, index) =>
      text(`${folder}/${chapterName(index)}`, () => chapterDocument(draft, chapter)),
    ),
    ...draft.files.map((file) => ({ path: `${folder}/${file.path}`, content: { file } })),
  ];
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
  return editionDocument(metadata.title, `<nav epub:type="toc"><ol>${listItems(listed)}</ol></nav>`);
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
