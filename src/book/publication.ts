// What the package says about a book: its parts, their order, its contents and its facts, read once when it opens.
// Knows nothing of layout.

import type { BookFacts, TocEntry } from './book.ts';
import { BookError } from './book.ts';
import { decodeText } from './decode-text.ts';
import {
  type ContentsItem,
  cfiBase,
  type ManifestItem,
  type ParsedPackage,
  parseContents,
  parsePackage,
} from './epubjs-adapter.ts';
import type { FontAlgorithm } from './font-obfuscation.ts';
import { folderOf, relativeToFolder, resolveReference } from './package-path.ts';
import { parseMarkup, parseXml } from './parse-markup.ts';
import { readEncryption } from './protection.ts';
import type { ZipArchive } from './zip-archive.ts';

export interface PublicationItem {
  /** From the archive's root; of the first item of the fallback chain that can be shown. */
  path: string;
  type: string;
  linear: boolean;
  fixed: boolean;
  cfiBase: string;
  /** Relative to the package document's folder, as the outside sees it. */
  href: string;
}

export interface PublicationTocEntry extends TocEntry {
  path: string;
  fragment: string;
}

export interface Publication {
  facts: BookFacts;
  spine: PublicationItem[];
  toc: PublicationTocEntry[];
  coverPath: string | undefined;
  /** Media types by path. */
  types: Map<string, string>;
  scrambledFonts: Map<string, FontAlgorithm>;
  identifiers: string[];
  /** The package document's folder, ending in a slash. */
  folder: string;
}

const dc = 'http://purl.org/dc/elements/1.1/';
const packageType = 'application/oebps-package+xml';
const showable =
  /^(application\/xhtml\+xml|text\/html|application\/x-dtbook\+xml|image\/(svg\+xml|jpeg|png|gif|webp|avif))$/;

/** Throws `BookError`. */
export async function readPublication(archive: ZipArchive): Promise<Publication> {
  const scrambledFonts = await readScrambledFonts(archive);
  const path = await findPackageDocument(archive);
  const document = parseXml(await readText(archive, path));
  if (!document) throw new BookError('damaged', 'The book’s package document is not well-formed.');
  const parsed = parsePackage(document);
  const folder = folderOf(path);
  const spine = readSpine(parsed, path, folder, archive);
  if (spine.length === 0) throw new BookError('damaged', 'The book has no chapters.');
  const identifiers = readAll(document, 'identifier');
  if (parsed.uniqueIdentifier) identifiers.unshift(parsed.uniqueIdentifier);
  return {
    facts: readFacts(document, parsed, identifiers),
    spine,
    toc: await readToc(archive, parsed, path, spine, folder),
    coverPath: pathOf(parsed.cover ?? parsed.manifest.find((item) => item.id === 'cover-image')?.href, path),
    types: new Map(parsed.manifest.map((item) => [pathOf(item.href, path) ?? item.href, item.type])),
    scrambledFonts,
    identifiers,
    folder,
  };
}

async function readScrambledFonts(archive: ZipArchive): Promise<Map<string, FontAlgorithm>> {
  if (archive.find('META-INF/license.lcpl')) {
    throw new BookError('protected', 'The book is locked by copy protection and cannot be opened here.');
  }
  const encryption = archive.find('META-INF/encryption.xml');
  return encryption ? readEncryption(await readText(archive, encryption)) : new Map();
}

async function findPackageDocument(archive: ZipArchive): Promise<string> {
  const container = archive.find('META-INF/container.xml');
  if (!container) throw new BookError('not-a-book', 'The file is a ZIP archive, but not an EPUB.');
  const document = parseXml(await readText(archive, container));
  const roots = [...(document?.getElementsByTagNameNS('*', 'rootfile') ?? [])];
  const root = roots.find((item) => item.getAttribute('media-type') === packageType) ?? roots[0];
  const path = pathOf(root?.getAttribute('full-path') ?? undefined, '');
  const name = path && archive.find(path);
  if (!name) throw new BookError('damaged', 'The book does not say where its package document is.');
  return name;
}

function readSpine(parsed: ParsedPackage, packagePath: string, folder: string, archive: ZipArchive): PublicationItem[] {
  const byId = new Map(parsed.manifest.map((item) => [item.id, item]));
  const fallbacks = new Map(parsed.fallbacks);
  const canShow = (item: ManifestItem) =>
    showable.test(item.type) && archive.find(pathOf(item.href, packagePath) ?? '') !== undefined;
  const fixedBook = parsed.layout === 'pre-paginated';
  return parsed.spine.map((item, index) => {
    const shown = followFallbacks(byId.get(item.idref), byId, fallbacks, canShow);
    const path = pathOf(shown?.href, packagePath) ?? '';
    const properties = new Set(item.properties);
    const fixed = properties.has('rendition:layout-pre-paginated')
      ? true
      : fixedBook && !properties.has('rendition:layout-reflowable');
    return {
      path,
      type: shown?.type ?? '',
      linear: item.linear,
      fixed,
      cfiBase: cfiBase(parsed.spineNode, index, item.id),
      href: relativeToFolder(path, folder),
    };
  });
}

function followFallbacks(
  item: ManifestItem | undefined,
  byId: Map<string, ManifestItem>,
  fallbacks: Map<string, string>,
  canShow: (item: ManifestItem) => boolean,
): ManifestItem | undefined {
  const seen = new Set<string>();
  let shown = item;
  while (shown && !canShow(shown) && !seen.has(shown.id)) {
    seen.add(shown.id);
    const next = byId.get(fallbacks.get(shown.id) ?? '');
    if (!next) return item;
    shown = next;
  }
  return shown;
}

function readFacts(document: Document, parsed: ParsedPackage, identifiers: string[]): BookFacts {
  return {
    title: readAll(document, 'title')[0] ?? '',
    authors: readAll(document, 'creator'),
    language: readAll(document, 'language')[0] ?? '',
    identifier: identifiers[0] ?? '',
    direction: parsed.progression === 'rtl' ? 'rtl' : 'ltr',
    layout: parsed.layout === 'pre-paginated' ? 'fixed' : 'reflowable',
  };
}

function readAll(document: Document, name: string): string[] {
  return [...document.getElementsByTagNameNS(dc, name)].map((node) => squeeze(node.textContent ?? '')).filter(Boolean);
}

async function readToc(
  archive: ZipArchive,
  parsed: ParsedPackage,
  packagePath: string,
  spine: PublicationItem[],
  folder: string,
): Promise<PublicationTocEntry[]> {
  for (const reference of [parsed.navigation, parsed.ncx]) {
    const path = pathOf(reference, packagePath);
    const name = path && archive.find(path);
    if (!name) continue;
    const items = await readContents(archive, name, reference === parsed.ncx);
    const entries = items.flatMap((item) => flatten(item, 1, name, spine, folder));
    if (entries.length > 0) return entries;
  }
  return [];
}

/** A book whose contents cannot be read is still a book: it opens without them. */
async function readContents(archive: ZipArchive, name: string, isNcx: boolean): Promise<ContentsItem[]> {
  try {
    const text = await readText(archive, name);
    const document = isNcx ? parseXml(text) : parseMarkup(text);
    return document ? parseContents(document) : [];
  } catch (error) {
    console.warn('The book’s contents cannot be read.', error);
    return [];
  }
}

function flatten(
  item: ContentsItem,
  level: number,
  fromPath: string,
  spine: PublicationItem[],
  folder: string,
): PublicationTocEntry[] {
  const target = item.href ? resolveReference(item.href, fromPath) : undefined;
  const path = target ? target.path || fromPath : '';
  const section = target ? spine.findIndex((candidate) => candidate.path === path) : -1;
  const fragment = target?.fragment ?? '';
  const href = path ? relativeToFolder(path, folder) + (fragment ? `#${fragment}` : '') : '';
  const children = item.children.flatMap((child) => flatten(child, level + 1, fromPath, spine, folder));
  return [{ title: squeeze(item.label), href, level, section, path, fragment }, ...children];
}

async function readText(archive: ZipArchive, name: string): Promise<string> {
  return decodeText(await archive.bytes(name));
}

function pathOf(reference: string | undefined, fromPath: string): string | undefined {
  return reference ? resolveReference(reference, fromPath)?.path || undefined : undefined;
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
