// The book's own guides to itself: contents, landmarks and the pages of the printed edition, from the navigation
// document, or from the NCX and guide of EPUB 2. A book whose guides cannot be read is still a book. They are unpacked
// when the book opens and parsed when they are first asked for.

import { decodePart } from '../../../api/edition/decode-part.ts';
import { resolveReference } from '../../../api/edition/parts/package-reference.ts';
import type { ZipArchive } from '../archive/zip-archive.ts';
import type { Landmark, NamedPlace, TocEntry } from '../book.ts';
import { parseMarkup, parseXml } from '../parsing/parse-markup.ts';
import { type ParsedPackage, parseContents } from './epubjs-adapter.ts';
import type { Manifest } from './manifest.ts';
import { type ContentsItem, childNamed, findNav, typesOf, visibleText } from './mend-navigation.ts';
import { squeeze } from './package-metadata.ts';
import { relativeToFolder } from './package-path.ts';
import type { PublicationItem } from './read-spine.ts';

export interface PublicationTocEntry extends TocEntry {
  path: string;
  fragment: string;
}

export interface Navigation {
  toc: PublicationTocEntry[];
  landmarks: Landmark[];
  pageList: NamedPlace[];
}

export interface NavigationParts {
  parsed: ParsedPackage;
  manifest: Manifest;
  spine: readonly PublicationItem[];
  folder: string;
  /** The package document and its path. */
  document: Document;
  path: string;
}

/** The guide's words of EPUB 2 in today's vocabulary; the others are the same. */
const guideTypes = new Map(
  Object.entries({
    text: 'bodymatter',
    'title-page': 'titlepage',
    acknowledgements: 'acknowledgments',
  }),
);

const nothing: Navigation = { toc: [], landmarks: [], pageList: [] };

interface Guide {
  name: string;
  bytes: Uint8Array;
  isNcx: boolean;
}

/** What is resolved to parses the guides at its first call: the first page is laid out before they are needed. */
export async function openNavigation(archive: ZipArchive, parts: NavigationParts): Promise<() => Navigation> {
  const { parsed } = parts;
  const guides: Guide[] = [];
  for (const reference of [parsed.navigation, parsed.ncx]) {
    const item = reference && parsed.manifest.find(({ href }) => href === reference);
    const name = item && archive.find(parts.manifest.pathOf(item));
    if (!name) continue;
    try {
      guides.push({ name, bytes: await archive.bytes(name), isNcx: reference === parsed.ncx });
    } catch (error) {
      console.warn('The book’s contents cannot be unpacked.', error);
    }
  }
  let unread: UnreadGuides | undefined = { guides, parts };
  let found = nothing;
  return () => {
    if (unread) found = readNavigation(unread);
    // What it was read from is let go.
    unread = undefined;
    return found;
  };
}

interface UnreadGuides {
  guides: readonly Guide[];
  parts: NavigationParts;
}

function readNavigation({ guides, parts }: UnreadGuides): Navigation {
  const found = { ...nothing };
  for (const guide of guides) {
    if (guide.isNcx && found.toc.length > 0 && !hasPages(guide)) continue;
    const one = readGuides(guide, parts);
    if (found.toc.length === 0) found.toc = one.toc;
    if (found.landmarks.length === 0) found.landmarks = one.landmarks;
    if (found.pageList.length === 0) found.pageList = one.pageList;
  }
  if (found.landmarks.length === 0) found.landmarks = readGuide(parts);
  return found;
}

/** Besides the contents, an NCX may name the pages of the printed edition; most that stand beside other contents do not. */
function hasPages({ bytes }: Guide): boolean {
  return decodePart(bytes).includes('pageTarget');
}

function readGuides({ name, bytes, isNcx }: Guide, parts: NavigationParts): Navigation {
  try {
    const text = decodePart(bytes);
    const document = isNcx ? parseXml(text) : parseMarkup(text);
    if (!document) return nothing;
    const pageList = readPageList(document, name, parts);
    const landmarks = readLandmarks(document, name, parts);
    const toc = parseContents(document).flatMap((item) => flatten(item, 1, name, parts));
    return { toc, landmarks, pageList };
  } catch (error) {
    console.warn('The book’s contents cannot be read.', error);
    return nothing;
  }
}

/** An entry without title only groups the ones below it. */
function flatten(item: ContentsItem, level: number, from: string, parts: NavigationParts): PublicationTocEntry[] {
  const title = squeeze(item.label);
  const below = item.children.flatMap((child) => flatten(child, title ? level + 1 : level, from, parts));
  if (!title) return below;
  const { href, section, path, fragment } = placeOf(item.href, from, parts);
  return [{ title, href, level, section, path, fragment }, ...below];
}

function readLandmarks(document: Document, from: string, parts: NavigationParts): Landmark[] {
  return [...(findNav(document, 'landmarks')?.querySelectorAll('a[href]') ?? [])].flatMap((link) => {
    const { href, section } = placeOf(link.getAttribute('href') ?? '', from, parts);
    const type = typesOf(link)[0];
    return type ? [{ type, title: visibleText(link), href, section }] : [];
  });
}

function readPageList(document: Document, from: string, parts: NavigationParts): NamedPlace[] {
  const place = (title: string, reference: string | null | undefined): NamedPlace[] => {
    const { href, section } = placeOf(reference ?? '', from, parts);
    return title && section >= 0 ? [{ title, href, section }] : [];
  };
  const links = [...(findNav(document, 'page-list')?.querySelectorAll('a[href]') ?? [])];
  const targets = [...document.getElementsByTagNameNS('*', 'pageTarget')];
  return [
    ...links.flatMap((link) => place(visibleText(link), link.getAttribute('href'))),
    ...targets.flatMap((target) => {
      const label = squeeze(childNamed(target, 'navLabel')?.textContent ?? '') || target.getAttribute('value');
      return place(label ?? '', childNamed(target, 'content')?.getAttribute('src'));
    }),
  ];
}

function readGuide(parts: NavigationParts): Landmark[] {
  const guide = [...parts.document.documentElement.children].find((child) => child.localName === 'guide');
  return [...(guide?.getElementsByTagNameNS('*', 'reference') ?? [])].map((reference) => {
    const { href, section } = placeOf(reference.getAttribute('href') ?? '', parts.path, parts);
    const type = (reference.getAttribute('type') ?? '').trim().toLowerCase();
    return {
      type: guideTypes.get(type) ?? type,
      title: squeeze(reference.getAttribute('title') ?? ''),
      href,
      section,
    };
  });
}

/** A place as references name it: by the file that the reference says, or by the one that is shown in its stead. */
function placeOf(reference: string, from: string, { spine, folder, manifest }: NavigationParts) {
  const target = reference ? resolveReference(reference, from) : undefined;
  const path = target ? manifest.standIn(target.path || from) : '';
  const section = path ? sectionOf(spine, path) : -1;
  const fragment = target?.fragment ?? '';
  const href = path ? relativeToFolder(path, folder) + (fragment ? `#${fragment}` : '') : '';
  return { href, section, path, fragment };
}

/** Contents of a thousand entries ask for a thousand sections. */
const sectionsByPath = new WeakMap<readonly PublicationItem[], Map<string, number>>();

function sectionOf(spine: readonly PublicationItem[], path: string): number {
  let sections = sectionsByPath.get(spine);
  if (!sections) {
    sections = new Map();
    // The first of several wins.
    for (const [section, item] of [...spine.entries()].reverse()) sections.set(item.path, section);
    sectionsByPath.set(spine, sections);
  }
  return sections.get(path) ?? -1;
}
