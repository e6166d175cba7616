// The spine: which part stands in which place, how it is laid out there, and which CFI names it.

import { readViewport, type Viewport } from '../parsing/viewport.ts';
import { cfiBase, type ParsedPackage, type SpineItem } from './epubjs-adapter.ts';
import type { Manifest } from './manifest.ts';
import type { PackageMetadata } from './package-metadata.ts';
import { relativeToFolder } from './package-path.ts';

export interface PublicationItem {
  /** From the archive's root; of the first item of the fallback chain that can be shown. */
  path: string;
  type: string;
  linear: boolean;
  fixed: boolean;
  cfiBase: string;
  /** Relative to the package document's folder, as the outside sees it. */
  href: string;
  /** When a fixed page may stand beside another: never, only on a wide page, or wherever there is room. */
  spread: 'none' | 'landscape' | 'both' | 'auto';
  /** Where it stands in a spread, when the book says so. */
  side: 'left' | 'right' | 'center' | undefined;
  orientation: 'landscape' | 'portrait' | 'auto';
  /** Size for fixed pages that do not say their own. */
  viewport: Viewport | undefined;
  /** The media overlay's path. */
  overlay: string | undefined;
  /** Its markup has to be well-formed, so that damage is worth telling. */
  strict: boolean;
  /** Properties of the manifest's item: `mathml`, `svg`, `remote-resources` … */
  properties: readonly string[];
}

export interface SpineParts {
  metadata: PackageMetadata;
  manifest: Manifest;
  folder: string;
  /** Of the whole book; items may differ. */
  fixed: boolean;
}

export function readSpine(parsed: ParsedPackage, parts: SpineParts): PublicationItem[] {
  const { metadata, manifest, folder } = parts;
  const viewport = readViewport(metadata.property('rendition:viewport') ?? metadata.named('original-resolution'));
  /** Most items say the same of themselves, which is nothing. */
  const layouts = new Map<string, Layout>();
  const layoutOf = (item: SpineItem) => {
    const said = item.properties.join(' ');
    const layout = layouts.get(said) ?? readLayout(item, parts);
    layouts.set(said, layout);
    return layout;
  };
  return parsed.spine.map((item, index) => {
    const named = manifest.item(item.idref);
    const shown = manifest.shown(named);
    const path = shown ? manifest.pathOf(shown) : '';
    const overlay = manifest.item((shown ?? named)?.overlay ?? '');
    return {
      path,
      type: shown?.type ?? '',
      linear: item.linear,
      cfiBase: cfiBase(parsed.spineNode, index, item.id),
      href: relativeToFolder(path, folder),
      ...layoutOf(item),
      viewport,
      overlay: overlay && manifest.pathOf(overlay),
      strict: metadata.version >= 3 && shown?.type === 'application/xhtml+xml',
      properties: shown?.properties ?? [],
    };
  });
}

type Layout = Pick<PublicationItem, 'fixed' | 'spread' | 'side' | 'orientation'>;

function readLayout(item: SpineItem, { metadata, fixed }: SpineParts): Layout {
  /** What an item says of itself wins over the book; of several, the first one counts. */
  const said = <T extends string>(name: string, values: readonly T[]): T | undefined => {
    const own = item.properties.flatMap((property) => values.filter((value) => says(property, `${name}-${value}`)));
    return own[0] ?? values.find((value) => metadata.property(name) === value);
  };
  const says = (property: string, name: string) => metadata.expand(property) === metadata.expand(name);
  const layout = item.properties.find((one) =>
    ['pre-paginated', 'reflowable'].some((value) => says(one, `rendition:layout-${value}`)),
  );
  const sides = ['left', 'right', 'center'] as const;
  const spread = said('rendition:spread', ['none', 'landscape', 'portrait', 'both', 'auto'] as const) ?? 'auto';
  return {
    fixed: layout ? layout.endsWith('pre-paginated') : fixed,
    // "portrait" is the older name of "both" (EPUB 3.3, 8.2.2.3).
    spread: spread === 'portrait' ? ('both' as const) : spread,
    side: item.properties.flatMap((one) =>
      sides.filter((side) => one === `page-spread-${side}` || says(one, `rendition:page-spread-${side}`)),
    )[0],
    orientation: said('rendition:orientation', ['landscape', 'portrait', 'auto'] as const) ?? ('auto' as const),
  };
}
