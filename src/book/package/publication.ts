// What the package says about a book: its parts, their order, its contents and its facts, read once when it opens.
// Knows nothing of layout.

import { decodePart } from '../../../api/edition/decode-part.ts';
import { containerPath } from '../../../api/edition/parts/leading-folder.ts';
import { findPackage } from '../../../api/edition/parts/package-parts.ts';
import { folderOf } from '../../../api/edition/parts/package-reference.ts';
import type { ZipArchive } from '../archive/zip-archive.ts';
import type { BookFacts, Landmark, NamedPlace } from '../book.ts';
import { BookError } from '../book.ts';
import { englishPageWords, type PageWords } from '../page-words.ts';
import { parseXml } from '../parsing/parse-markup.ts';
import { type ManifestItem, type ParsedPackage, parsePackage } from './epubjs-adapter.ts';
import type { FontAlgorithm } from './font-obfuscation.ts';
import { Manifest } from './manifest.ts';
import { languageDirection, PackageMetadata } from './package-metadata.ts';
import { readScrambledFonts } from './protection.ts';
import { openNavigation, type PublicationTocEntry } from './read-navigation.ts';
import { type PublicationItem, readSpine } from './read-spine.ts';

export type { PublicationItem, PublicationTocEntry };

export interface Publication {
  facts: BookFacts;
  spine: PublicationItem[];
  /** It and the two that follow are parsed when the first of them is asked for. */
  readonly toc: PublicationTocEntry[];
  readonly landmarks: Landmark[];
  readonly pageList: NamedPlace[];
  coverPath: string | undefined;
  /** Media types by path. */
  types: Map<string, string>;
  /** Whether chapters may use the part; those of EPUB 3 may not use what the manifest does not list. */
  lists(path: string): boolean;
  /** Where a reference to the part leads: what the spine shows in its stead. */
  standIn(path: string): string;
  /** The part itself, or the first of its fallbacks that a browser can show. */
  usable(path: string): string;
  /** What the book wants elements to be called that are read aloud, and the page meanwhile; and who reads. */
  spoken: { activeClass: string; playingClass: string; narrator: string };
  scrambledFonts: Map<string, FontAlgorithm>;
  identifiers: string[];
  /** The package document's folder, ending in a slash. */
  folder: string;
  /** What its pages say that is not the book's. */
  words: PageWords;
}

/** Throws `BookError`. */
export async function readPublication(archive: ZipArchive, words = englishPageWords): Promise<Publication> {
  const scrambledFonts = await readScrambledFonts(archive);
  const path = await findPackageDocument(archive);
  const document = parseXml(await readText(archive, path));
  if (!document) throw new BookError('damaged', 'The book’s package document is not well-formed.');
  const parsed = parsePackage(document);
  const metadata = new PackageMetadata(document);
  const folder = folderOf(path);
  const manifest = new Manifest(parsed.manifest, path, archive, metadata.version);
  const fixed = await isFixed(archive, metadata);
  const spine = readSpine(parsed, { metadata, manifest, folder, fixed });
  if (spine.length === 0) throw new BookError('damaged', 'The book has no chapters.');
  const identifiers = metadata.all('identifier').map(({ text }) => text);
  const unique = metadata.uniqueIdentifier();
  if (unique) identifiers.unshift(unique);
  const navigation = await openNavigation(archive, { parsed, manifest, spine, folder, document, path });
  return {
    facts: {
      ...readFacts(metadata, parsed, identifiers[0] ?? '', fixed),
      ...(spine.every((item) => item.fixed) ? { pages: { text: true, markup: true } } : {}),
    },
    spine,
    get toc() {
      return navigation().toc;
    },
    get landmarks() {
      return navigation().landmarks;
    },
    get pageList() {
      return navigation().pageList;
    },
    coverPath: findCover(parsed, manifest, metadata),
    types: manifest.types,
    lists: (part) => manifest.lists(part),
    standIn: (part) => manifest.standIn(part),
    usable: (part) => manifest.usable(part),
    spoken: {
      activeClass: metadata.property('media:active-class') ?? '',
      playingClass: metadata.property('media:playback-active-class') ?? '',
      narrator: metadata.property('media:narrator') ?? '',
    },
    scrambledFonts,
    identifiers,
    folder,
    words,
  };
}

async function findPackageDocument(archive: ZipArchive): Promise<string> {
  const container = archive.find(containerPath);
  if (!container) throw new BookError('not-a-book', 'The file is a ZIP archive, but not an EPUB.');
  const document = parseXml(await readText(archive, container));
  const files = [...(document?.getElementsByTagNameNS('*', 'rootfile') ?? [])].map((item) => ({
    fullPath: item.getAttribute('full-path') ?? '',
    mediaType: item.getAttribute('media-type') ?? '',
  }));
  const name = findPackage(files, archive);
  if (!name) throw new BookError('damaged', 'The book does not say where its package document is.');
  return name;
}

/** By the standard's property, or by what two stores asked for before there was one. */
async function isFixed(archive: ZipArchive, metadata: PackageMetadata): Promise<boolean> {
  const layout = metadata.property('rendition:layout');
  if (layout) return layout === 'pre-paginated';
  if (metadata.named('fixed-layout') === 'true') return true;
  const options = archive.find('META-INF/com.apple.ibooks.display-options.xml');
  const document = options && parseXml(await readText(archive, options));
  if (!document) return false;
  return [...document.getElementsByTagNameNS('*', 'option')].some(
    (option) => option.getAttribute('name') === 'fixed-layout' && option.textContent?.trim() === 'true',
  );
}

function readFacts(metadata: PackageMetadata, parsed: ParsedPackage, identifier: string, fixed: boolean): BookFacts {
  const title = metadata.all('title')[0];
  const authors = metadata.all('creator');
  const language = metadata.all('language')[0]?.text ?? '';
  const said = parsed.progression === 'ltr' || parsed.progression === 'rtl' ? parsed.progression : undefined;
  return {
    title: title?.text ?? '',
    titleDirection: title?.direction ?? 'auto',
    authors: authors.map(({ text }) => text),
    authorDirections: authors.map(({ direction }) => direction),
    language,
    identifier,
    // A book that leaves it open is turned as its language is written (EPUB RS 3.3, 4.2.5).
    direction: said ?? languageDirection(language),
    layout: fixed ? 'fixed' : 'reflowable',
  };
}

/** Marked as the cover; else named so, or the picture that the first page of the guide's cover is. */
function findCover(parsed: ParsedPackage, manifest: Manifest, metadata: PackageMetadata): string | undefined {
  const isPicture = (item: ManifestItem) => item.type.startsWith('image/');
  const named = metadata.named('cover');
  const item =
    parsed.manifest.find((one) => one.properties.includes('cover-image')) ??
    parsed.manifest.find((one) => isPicture(one) && (one.id === named || one.href === named)) ??
    parsed.manifest.find((one) => isPicture(one) && one.id === 'cover-image');
  return item ? manifest.pathOf(item) : undefined;
}

async function readText(archive: ZipArchive, name: string): Promise<string> {
  return decodePart(await archive.bytes(name));
}
