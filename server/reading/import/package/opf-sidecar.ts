// Facts about a book from a package document that stands beside it, as library programs write one. What it says wins over
// the book; what it leaves out stays.

import type { BookMetadata } from '../../../../api/edition/book-metadata.ts';
import { PackageParts } from '../../../../api/edition/parts/package-parts.ts';
import { AppError } from '../../../../api/errors.ts';
import { readMetadata } from './book-metadata.ts';
import { childrenOf, parsePackageXml, type XmlElement } from './package-xml.ts';

export function applyOpf(metadata: BookMetadata, bytes: Buffer): BookMetadata {
  const root = readRoot(bytes);
  if (root?.name !== 'package') return metadata;
  const parts = new PackageParts([], '', { names: [], find: () => undefined });
  const nothing = {
    path: '',
    manifest: new Map(),
    parts,
    spine: [],
    direction: 'ltr' as const,
    ncx: undefined,
    guide: [],
  };
  // How the pages are laid out is the book's own affair.
  const { isFixedLayout: _layout, ...said } = readMetadata(
    { ...nothing, metadata: childrenOf(root, 'metadata')[0] },
    '',
  );
  const filled = Object.entries(said).filter(
    ([, value]) => value !== '' && value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  return { ...metadata, ...(Object.fromEntries(filled) as Partial<BookMetadata>) };
}

/** A damaged sidecar does not keep the book out; a hostile one does. */
function readRoot(bytes: Buffer): XmlElement | undefined {
  try {
    return parsePackageXml(bytes, 'the package document beside the book');
  } catch (error) {
    if (error instanceof AppError && error.code === 'bad_book') return undefined;
    throw error;
  }
}
