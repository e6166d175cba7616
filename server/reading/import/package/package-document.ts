// Reads an EPUB's container and package document: facts about the book, manifest and reading order.

import { containerPath } from '../../../../api/edition/parts/leading-folder.ts';
import {
  findPackage,
  type ManifestEntry,
  PackageParts,
  type RootFile,
} from '../../../../api/edition/parts/package-parts.ts';
import { AppError } from '../../../../api/errors.ts';
import type { BookArchive } from '../book-archive.ts';
import { importLimits as limits } from '../limits.ts';
import { childrenOf, descendants, parsePackageXml, textOf, type XmlElement } from './package-xml.ts';

export interface ManifestItem {
  id: string;
  /** The archive's own name; the one that the manifest says where the archive has none. */
  path: string;
  mediaType: string;
  properties: readonly string[];
}

export interface Package {
  path: string;
  metadata: XmlElement | undefined;
  manifest: Map<string, ManifestItem>;
  /** What is said of each part, and which one is shown in another's stead. */
  parts: Pick<PackageParts<ManifestEntry>, 'byPath' | 'standIn' | 'usable'>;
  /**
   * Reading order: what is shown in each place. `index` counts every reference, also those that point nowhere, as the
   * client does.
   */
  spine: { index: number; item: ManifestItem; linear: boolean }[];
  direction: 'ltr' | 'rtl';
  /** Manifest id of the NCX, in EPUB 2. */
  ncx: string | undefined;
  guide: XmlElement[];
}

export async function readPackage(archive: BookArchive): Promise<Package> {
  const path = await findPackageDocument(archive);
  const root = parsePackageXml(await archive.read(path, limits.packageBytes), path);
  if (root.name !== 'package') throw new AppError('bad_book', `${path} is no package document.`, { file: path });
  const parts = new PackageParts(entriesOf(childrenOf(root, 'manifest')[0]), path, namesOf(archive));
  const manifest = manifestOf(parts);
  const spine = childrenOf(root, 'spine')[0];
  return {
    path,
    metadata: childrenOf(root, 'metadata')[0],
    manifest,
    parts,
    spine: readSpine(parts, manifest, spine),
    direction: spine?.attributes['page-progression-direction'] === 'rtl' ? 'rtl' : 'ltr',
    ncx: spine?.attributes.toc,
    guide: childrenOf(childrenOf(root, 'guide')[0], 'reference'),
  };
}

const namesOf = (archive: BookArchive) => ({ names: archive.names(), find: (path: string) => archive.find(path) });

async function findPackageDocument(archive: BookArchive): Promise<string> {
  const container = containerPath;
  if (!archive.has(container)) throw new AppError('unsupported_format', 'The file is an archive, but no EPUB.');
  const files = rootFilesIn(await archive.read(container, limits.packageBytes), container);
  const found = findPackage(files, namesOf(archive));
  if (found !== undefined) return found;
  throw new AppError('bad_book', 'The book’s package document is missing.', { file: container });
}

/** Most programs write the same container into every book, so the last one that was small is known when it comes again. */
const known = { bytes: Buffer.alloc(0), files: [] as RootFile[] };
const smallContainer = 4096;

function rootFilesIn(bytes: Buffer, file: string): RootFile[] {
  if (bytes.length > 0 && bytes.equals(known.bytes)) return known.files;
  const files = [...descendants(parsePackageXml(bytes, file), 'rootfile')].map(({ attributes }) => ({
    fullPath: attributes['full-path'] ?? '',
    mediaType: attributes['media-type'] ?? '',
  }));
  // Copied: unpacked bytes may be a part of a larger piece of memory.
  if (bytes.length <= smallContainer) Object.assign(known, { bytes: Buffer.from(bytes), files });
  return files;
}

function entriesOf(manifest: XmlElement | undefined): ManifestEntry[] {
  return childrenOf(manifest, 'item').map(({ attributes }) => ({
    id: attributes.id ?? '',
    href: attributes.href ?? '',
    type: (attributes['media-type'] ?? '').trim().toLowerCase(),
    properties: (attributes.properties ?? '').split(/\s+/).filter(Boolean),
    fallback: attributes.fallback?.trim() || undefined,
  }));
}

/** Without items that lead out of the book. */
function manifestOf(parts: PackageParts<ManifestEntry>): Map<string, ManifestItem> {
  const items = new Map<string, ManifestItem>();
  for (const entry of parts.items) {
    const { id, type, properties } = entry;
    const path = parts.pathOf(entry);
    if (path) items.set(id, { id, path, mediaType: type, properties });
  }
  return items;
}

function readSpine(
  parts: PackageParts<ManifestEntry>,
  manifest: ReadonlyMap<string, ManifestItem>,
  spine: XmlElement | undefined,
): Package['spine'] {
  const refs = childrenOf(spine, 'itemref');
  if (refs.length > limits.spineItems) {
    throw new AppError('unsafe_book', `The book has ${refs.length} chapters; ${limits.spineItems} are allowed.`);
  }
  const items = refs.flatMap(({ attributes }, index) => {
    const shown = parts.shown(parts.item(attributes.idref ?? ''));
    const item = shown && manifest.get(shown.id);
    return item ? [{ index, item, linear: attributes.linear !== 'no' }] : [];
  });
  if (items.length === 0) throw new AppError('bad_book', 'The book has no chapters in its reading order.');
  return items;
}

/** Text of all elements of a name in the metadata, such as `creator`. */
export function metadataTexts(book: Package, name: string): string[] {
  return childrenOf(book.metadata, name).map(textOf).filter(Boolean);
}
