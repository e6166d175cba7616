// The parts of an open book as chapters need them: text, blob addresses and rewritten style sheets, each made at the
// first use and kept until the book closes.

import { decodePart } from '../../../api/edition/decode-part.ts';
import { resolveReference } from '../../../api/edition/parts/package-reference.ts';
import { typeByName } from '../../../api/edition/parts/type-by-name.ts';
import type { ZipArchive } from '../archive/zip-archive.ts';
import { checkBytes, checkPicture } from '../parsing/check-picture.ts';
import { contentOfData, isData } from '../parsing/data-address.ts';
import { FontBudget } from '../parsing/font-budget.ts';
import { rewriteCss } from '../styles/rewrite-css.ts';
import { clearFont } from './font-obfuscation.ts';
import type { Publication } from './publication.ts';
import type { RemoteParts } from './remote-parts.ts';

export interface Resources {
  /** Throws `BookError` when the part is missing or broken. */
  text(path: string): Promise<string>;
  blob(path: string): Promise<Blob>;
  /** Blob address of what a reference in `fromPath` names; `undefined` when the book has nothing there. */
  address(reference: string, fromPath: string): Promise<string | undefined>;
  /** Address for content of our own making. */
  hold(content: Blob): string;
  /** A style sheet of the book, rewritten; `undefined` when the book has none there. */
  sheet(reference: string, fromPath: string): Promise<string | undefined>;
  /** Style text found in a chapter, rewritten. */
  css(text: string, fromPath: string): Promise<string>;
  /** Path of the part that a reference names, if chapters may use it. */
  find(reference: string, fromPath: string): string | undefined;
  /** Path of what is shown where a link to that part leads. */
  standIn(path: string): string;
  typeOf(path: string): string;
  /** Bytes of a part, unpacked; 0 when missing. Known without reading it. */
  size(path: string): number;
  /** Addresses made so far; what they name is held until the close. */
  readonly made: number;
  /** Style sheets are read anew: what they may ask for has changed. */
  forgetSheets(): void;
  close(): void;
}

/** Imported sheets that one sheet may bring in, itself included any number of times. */
const importBudget = 64;

/** Bytes of a picture; of a larger one, which may lie unpacked in the file, only the head is read. */
const readWhole = 1024 * 1024;

interface Imports {
  left: number;
}

export function openResources(archive: ZipArchive, publication: Publication, remote?: RemoteParts): Resources {
  const fonts = new FontBudget();
  const parts = new Parts(archive, publication, fonts);
  const addresses = new Map<string, Promise<string>>();
  /** Of what came from the network, which is fetched once: a font counts once, however many chapters ask for it. */
  const fetched = new WeakMap<Blob, Promise<string>>();
  const held: string[] = [];
  let closed = false;
  const sheets = new Map<string, Promise<string>>();
  const css = (style: string, fromPath: string, imports: Imports = { left: importBudget }): Promise<string> =>
    rewriteCss(style, {
      address: (reference) => address(reference, fromPath),
      sheet: async (reference) => {
        const name = parts.find(reference, fromPath);
        // A sheet that imports itself would wait for itself, so imported sheets are never shared, only counted.
        if (!name || imports.left-- <= 0) return undefined;
        return css(await parts.text(name), name, imports);
      },
    });
  const hold = (content: Blob) => {
    const made = URL.createObjectURL(content);
    // A part that was being read when the book was closed: nobody would ever let go of it.
    if (closed) URL.revokeObjectURL(made);
    else held.push(made);
    return made;
  };
  const remoteAddress = async (reference: string) => {
    // What could not be fetched, or is not allowed any more, is asked for again.
    const content = await remote?.get(reference);
    if (!content) return undefined;
    const known = fetched.get(content) ?? checkPicture(content, fonts).then(hold);
    fetched.set(content, known);
    return orNothing(known, reference);
  };
  /** A picture may stand in its address; it is looked at like any other. */
  const dataAddress = (reference: string) => {
    const known = addresses.get(reference) ?? checkPicture(contentOfData(reference), fonts).then(hold);
    addresses.set(reference, known);
    return orNothing(known, `${reference.slice(0, 40)}…`);
  };
  const address = async (reference: string, fromPath: string) => {
    if (isData(reference)) return dataAddress(reference);
    const name = parts.find(reference, fromPath);
    if (!name) return remoteAddress(reference);
    const known = addresses.get(name) ?? parts.checked(name).then(hold);
    addresses.set(name, known);
    const made = await orNothing(known, name);
    const hash = reference.indexOf('#');
    return made && hash >= 0 ? made + reference.slice(hash) : made;
  };
  const sheet = async (reference: string, fromPath: string) => {
    const name = parts.find(reference, fromPath);
    if (!name) return undefined;
    const known = sheets.get(name) ?? parts.text(name).then((style) => css(style, name));
    sheets.set(name, known);
    return orNothing(known, name);
  };
  return {
    text: (path) => parts.text(path),
    blob: (path) => parts.blob(path),
    address,
    hold,
    sheet,
    css: (style, fromPath) => css(style, fromPath),
    find: (reference, fromPath) => parts.find(reference, fromPath),
    standIn: (path) => publication.standIn(path),
    typeOf: (path) => parts.typeOf(path),
    size: (path) => parts.size(path),
    get made() {
      return held.length;
    },
    forgetSheets: () => sheets.clear(),
    close: () => {
      closed = true;
      for (const made of held.splice(0)) URL.revokeObjectURL(made);
      addresses.clear();
      sheets.clear();
    },
  };
}

/** What the archive holds, by the package's rules. */
class Parts {
  readonly #archive: ZipArchive;
  readonly #fonts: FontBudget;
  readonly #publication: Publication;

  constructor(archive: ZipArchive, publication: Publication, fonts: FontBudget) {
    this.#archive = archive;
    this.#fonts = fonts;
    this.#publication = publication;
  }

  find(reference: string, fromPath: string): string | undefined {
    const path = resolveReference(reference, fromPath)?.path;
    const name = path ? this.#archive.find(path) : undefined;
    return name && this.#publication.lists(name) ? this.#publication.usable(name) : undefined;
  }

  async text(path: string): Promise<string> {
    return decodePart(await this.#archive.bytes(this.#archive.find(path) ?? path));
  }

  async blob(path: string): Promise<Blob> {
    const name = this.#archive.find(path) ?? path;
    const algorithm = this.#publication.scrambledFonts.get(name);
    if (!algorithm) return this.#archive.blob(name, this.typeOf(name));
    const font = await clearFont(await this.#archive.bytes(name), algorithm, this.#publication.identifiers);
    return new Blob([font], { type: this.typeOf(name) });
  }

  /** Rejects for a picture that no device could decode. */
  async checked(path: string): Promise<Blob> {
    const name = this.#archive.find(path) ?? path;
    const small = this.size(path) <= readWhole && !this.#publication.scrambledFonts.has(name);
    if (!small) return checkPicture(await this.blob(path), this.#fonts);
    const bytes = await this.#archive.bytes(name);
    const content = new Blob([bytes], { type: this.typeOf(name) });
    return checkBytes(content, bytes, this.#fonts);
  }

  typeOf(path: string): string {
    return this.#publication.types.get(path) ?? typeByName(path);
  }

  size(path: string): number {
    const name = this.#archive.find(path);
    return name ? this.#archive.size(name) : 0;
  }
}

/** A picture or sheet that cannot be unpacked leaves a gap, not a chapter that fails. */
function orNothing<T>(part: Promise<T>, name: string): Promise<T | undefined> {
  return part.catch((error) => {
    console.warn(`The book’s part “${name}” cannot be used.`, error);
    return undefined;
  });
}
