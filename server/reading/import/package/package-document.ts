// Reads an EPUB's container and package document: facts about the book, manifest and reading order.

import { AppError } from '../../../../api/errors.ts';
import type { BookArchive } from '../book-archive.ts';
import { importLimits as limits } from '../limits.ts';
import { resolveInPackage } from './package-path.ts';
import { childrenOf, descendants, parsePackageXml, textOf, type XmlElement } from './package-xml.ts';

export interface ManifestItem {
  id: string;
  path: string;
  mediaType: string;
  properties: string[];
  fallback: string | undefined;
}

export interface Package {
  path: string;
  metadata: XmlElement | undefined;
  manifest: Map<string, ManifestItem>;
  /** Reading order. `index` counts every reference, also those that point nowhere, as the client does. */
  spine: { index: number; item: ManifestItem; linear: boolean }[];
  direction: 'ltr' | 'rtl';
  /** Manifest id of the NCX, in EPUB 2. */
  ncx: string | undefined;
  guide: XmlElement[];
}

export async function readPackage(archive: BookArchive): Promise<Package> {
  const path = await findPackage(archive);
  const root = parsePackageXml(await archive.read(path, limits.packageBytes), path);
  if (root.name !== 'package') throw new AppError('bad_book', `${path} is no package document.`, { file: path });
  const manifest = readManifest(path, childrenOf(root, 'manifest')[0]);
  const spine = childrenOf(root, 'spine')[0];
  return {
    path,
    metadata: childrenOf(root, 'metadata')[0],
    manifest,
    spine: readSpine(manifest, spine),
    direction: spine?.attributes['page-progression-direction'] === 'rtl' ? 'rtl' : 'ltr',
    ncx: spine?.attributes.toc,
    guide: childrenOf(childrenOf(root, 'guide')[0], 'reference'),
  };
}

async function findPackage(archive: BookArchive): Promise<string> {
  const container = 'META-INF/container.xml';
  if (!archive.has(container)) throw new AppError('unsupported_format', 'The file is an archive, but no EPUB.');
  const found = packagesIn(await archive.read(container, limits.packageBytes), container).find((path) =>
    archive.has(path),
  );
  if (found) return found;
  throw new AppError('bad_book', 'The book’s package document is missing.', { file: container });
}

/** Most programs write the same container into every book, so the last one that was small is known when it comes again. */
const known = { bytes: Buffer.alloc(0), paths: [] as string[] };
const smallContainer = 4096;

function packagesIn(bytes: Buffer, file: string): string[] {
  if (bytes.length > 0 && bytes.equals(known.bytes)) return known.paths;
  const paths = [...descendants(parsePackageXml(bytes, file), 'rootfile')].flatMap(({ attributes }) => {
    const path = resolveInPackage('', attributes['full-path'] ?? '')?.path;
    return path ? [path] : [];
  });
  // Copied: unpacked bytes may be a part of a larger piece of memory.
  if (bytes.length <= smallContainer) Object.assign(known, { bytes: Buffer.from(bytes), paths });
  return paths;
}

function readManifest(from: string, manifest: XmlElement | undefined): Map<string, ManifestItem> {
  const items = new Map<string, ManifestItem>();
  for (const { attributes } of childrenOf(manifest, 'item')) {
    const target = resolveInPackage(from, attributes.href ?? '');
    if (!attributes.id || !target?.path || items.has(attributes.id)) continue;
    items.set(attributes.id, {
      id: attributes.id,
      path: target.path,
      mediaType: (attributes['media-type'] ?? '').trim().toLowerCase(),
      properties: (attributes.properties ?? '').split(/\s+/).filter(Boolean),
      fallback: attributes.fallback,
    });
  }
  return items;
}

function readSpine(manifest: Map<string, ManifestItem>, spine: XmlElement | undefined): Package['spine'] {
  const refs = childrenOf(spine, 'itemref');
  if (refs.length > limits.spineItems) {
    throw new AppError('unsafe_book', `The book has ${refs.length} chapters; ${limits.spineItems} are allowed.`);
  }
  const items = refs.flatMap(({ attributes }, index) => {
    const item = manifest.get(attributes.idref ?? '');
    return item ? [{ index, item, linear: attributes.linear !== 'no' }] : [];
  });
  if (items.length === 0) throw new AppError('bad_book', 'The book has no chapters in its reading order.');
  return items;
}

/** Text of all elements of a name in the metadata, such as `creator`. */
export function metadataTexts(book: Package, name: string): string[] {
  return childrenOf(book.metadata, name).map(textOf).filter(Boolean);
}
