// Reads FictionBook 2 as a draft: its sections become chapters, its notes links, its binaries pictures.

import type { BookDraft, DraftChapter } from '../../../../api/edition/book-draft.ts';
import { cut } from '../../../../api/edition/book-metadata.ts';
import { chapterName } from '../../../../api/edition/chapter-document.ts';
import { decodeMarkup } from '../../../../api/edition/decode-markup.ts';
import { escapeXml } from '../../../../api/edition/escape-xml.ts';
import { AppError } from '../../../../api/errors.ts';
import { childrenOf, descendants, parsePackageXml, textOf, type XmlElement } from '../package/package-xml.ts';
import { DraftPictures } from './draft-pictures.ts';
import { readFb2Facts } from './fb2-facts.ts';
import { type Fb2Context, renderFb2, renderFb2Title } from './render-fb2.ts';

export function readFb2(bytes: Buffer): BookDraft {
  const root = parsePackageXml(Buffer.from(unmarked(decodeMarkup(bytes))), 'book.fb2');
  if (root.name !== 'FictionBook') throw new AppError('bad_book', 'The file is no FictionBook.');
  const description = childrenOf(root, 'description')[0];
  const binaries = new Map(childrenOf(root, 'binary').map((binary) => [binary.attributes.id ?? '', binary]));
  const pictures = new DraftPictures();
  const picture = (address: string) => {
    const binary = binaries.get(address.replace(/^#/, ''));
    return binary && pictures.add(address, () => Buffer.from(rawText(binary), 'base64'));
  };
  const sections = childrenOf(root, 'body').flatMap((body, n) => sectionsOf(body, n > 0));
  const places = placesOf(sections);
  const context: Fb2Context = { picture, link: (id) => places.get(id) };
  const chapters = sections.map((section) => chapterOf(section, context));
  const metadata = readFb2Facts(description);
  const titleInfo = description && childrenOf(description, 'title-info')[0];
  const coverImage = titleInfo && [...descendants(titleInfo, 'image')][0];
  const cover = coverImage && picture(coverImage.attributes.href ?? '');
  return {
    metadata,
    direction: 'ltr',
    chapters: chapters.length > 0 ? chapters : [{ title: '', level: 1, body: '<p></p>' }],
    files: pictures.files,
    ...(cover ? { cover } : {}),
  };
}

/** The text is UTF-8 from here on, whatever it was. */
function unmarked(text: string): string {
  return text.replace(/^(<\?xml[^>]{0,200}?)\sencoding\s*=\s*["'][^"']*["']/, '$1');
}

interface Section {
  title: XmlElement | undefined;
  level: number;
  /** Everything but the title and sections that are chapters of their own. */
  content: (XmlElement | string)[];
  id: string | undefined;
  isNotes: boolean;
}

const deepestLevel = 6;
/** Sections below this are headings of their chapter. */
const chapterLevels = 2;

function sectionsOf(body: XmlElement, isNotes: boolean): Section[] {
  const sections: Section[] = [];
  const walk = (element: XmlElement, level: number) => {
    const inner = childrenOf(element, 'section');
    const splits = inner.length > 0 && level < chapterLevels + 1 && !isNotes;
    const content = element.children.filter(
      (child) => typeof child === 'string' || (child.name !== 'title' && !(splits && child.name === 'section')),
    );
    const title = childrenOf(element, 'title')[0];
    const isEmpty = !title && content.every((child) => typeof child === 'string' && !child.trim());
    if (!isEmpty) sections.push({ title, level: Math.max(1, level), content, id: element.attributes.id, isNotes });
    if (splits) for (const section of inner) walk(section, level + 1);
  };
  walk(body, 0);
  return sections;
}

/** Where each id of the book is now. */
function placesOf(sections: readonly Section[]): Map<string, string> {
  const places = new Map<string, string>();
  for (const [index, { id, content }] of sections.entries()) {
    const file = chapterName(index);
    if (id) places.set(id, `${file}#${encodeURIComponent(id)}`);
    const waiting = content.filter((child) => typeof child !== 'string');
    for (let element = waiting.pop(); element; element = waiting.pop()) {
      const inner = element.attributes.id;
      if (inner) places.set(inner, `${file}#${encodeURIComponent(inner)}`);
      for (const child of element.children) if (typeof child !== 'string') waiting.push(child);
    }
  }
  return places;
}

function chapterOf({ title, level, content, id, isNotes }: Section, context: Fb2Context): DraftChapter {
  const words = textOf(title);
  const anchors: NonNullable<DraftChapter['anchors']> = [];
  const note = (heading: string, at: number, place: string) => {
    if (!isNotes) anchors.push({ title: cut(heading, 1024), level: Math.min(deepestLevel, at), id: place });
  };
  const head = title
    ? `<h${level}${id ? ` id="${escapeXml(id)}"` : ''}>${renderFb2Title(title, level, context)}</h${level}>`
    : '';
  const body = `${head}${renderFb2(content, level, context, note)}`;
  return { title: cut(words, 1024), level, body, ...(anchors.length > 0 ? { anchors } : {}) };
}

function rawText(element: XmlElement): string {
  return element.children.map((child) => (typeof child === 'string' ? child : '')).join('');
}
