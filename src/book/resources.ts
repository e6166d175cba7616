// The parts of an open book as chapters need them: text, blob addresses and rewritten style sheets, each made at the
// first use and kept until the book closes.

import { decodeText } from './decode-text.ts';
import { clearFont } from './font-obfuscation.ts';
import { resolveReference } from './package-path.ts';
import type { Publication } from './publication.ts';
import { rewriteCss } from './rewrite-css.ts';
import type { ZipArchive } from './zip-archive.ts';

export interface Resources {
  /** Throws `BookError` when the part is missing or broken. */
  text(path: string): Promise<string>;
  blob(path: string): Promise<Blob>;
  /** Blob address of what a reference in `fromPath` names; `undefined` when the book has nothing there. */
  address(reference: string, fromPath: string): Promise<string | undefined>;
  /** A style sheet of the book, rewritten; `undefined` when the book has none there. */
  sheet(reference: string, fromPath: string): Promise<string | undefined>;
  /** Style text found in a chapter, rewritten. */
  css(text: string, fromPath: string): Promise<string>;
  typeOf(path: string): string;
  /** Bytes of a part, unpacked; 0 when missing. Known without reading it. */
  size(path: string): number;
  /** Addresses made so far; what they name is held until the close. */
  readonly made: number;
  close(): void;
}

/** Imported sheets that one sheet may bring in, itself included any number of times. */
const importBudget = 64;

interface Imports {
  left: number;
}

const typesByExtension: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  svg: 'image/svg+xml',
  webp: 'image/webp',
  avif: 'image/avif',
  css: 'text/css',
  otf: 'font/otf',
  ttf: 'font/ttf',
  woff: 'font/woff',
  woff2: 'font/woff2',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  mp4: 'video/mp4',
  xhtml: 'application/xhtml+xml',
  html: 'text/html',
  htm: 'text/html',
};

export function openResources(archive: ZipArchive, publication: Publication): Resources {
  const addresses = new Map<string, Promise<string>>();
  const sheets = new Map<string, Promise<string>>();
  const typeOf = (path: string) =>
    publication.types.get(path) ?? typesByExtension[path.split('.').at(-1)?.toLowerCase() ?? ''] ?? '';
  const found = (reference: string, fromPath: string) => {
    const path = resolveReference(reference, fromPath)?.path;
    return path ? archive.find(path) : undefined;
  };
  const text = async (path: string) => decodeText(await archive.bytes(archive.find(path) ?? path));
  const blob = async (path: string) => {
    const name = archive.find(path) ?? path;
    const algorithm = publication.scrambledFonts.get(name);
    if (!algorithm) return archive.blob(name, typeOf(name));
    return new Blob([await clearFont(await archive.bytes(name), algorithm, publication.identifiers)], {
      type: typeOf(name),
    });
  };
  const css = (style: string, fromPath: string, imports: Imports = { left: importBudget }): Promise<string> =>
    rewriteCss(style, {
      address: (reference) => address(reference, fromPath),
      sheet: async (reference) => {
        const name = found(reference, fromPath);
        // A sheet that imports itself would wait for itself, so imported sheets are never shared, only counted.
        if (!name || imports.left-- <= 0) return undefined;
        return css(await text(name), name, imports);
      },
    });
  const address = async (reference: string, fromPath: string) => {
    const name = found(reference, fromPath);
    if (!name) return undefined;
    const known = addresses.get(name) ?? blob(name).then((content) => URL.createObjectURL(content));
    addresses.set(name, known);
    return known.catch((error) => {
      // A picture that cannot be unpacked leaves a gap, not a chapter that fails.
      console.warn(`The book’s part “${name}” cannot be used.`, error);
      return undefined;
    });
  };
  const sheet = async (reference: string, fromPath: string) => {
    const name = found(reference, fromPath);
    if (!name) return undefined;
    const known = sheets.get(name) ?? text(name).then((style) => css(style, name));
    sheets.set(name, known);
    return known.catch((error) => {
      console.warn(`The book’s style sheet “${name}” cannot be used.`, error);
      return undefined;
    });
  };
  return {
    text,
    blob,
    address,
    sheet,
    css: (style, fromPath) => css(style, fromPath),
    typeOf,
    size: (path) => {
      const name = archive.find(path);
      return name ? archive.size(name) : 0;
    },
    get made() {
      return addresses.size;
    },
    close: () => {
      for (const made of addresses.values()) made.then(URL.revokeObjectURL, () => undefined);
      addresses.clear();
      sheets.clear();
    },
  };
}
