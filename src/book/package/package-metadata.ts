// What a package document's metadata say: titles, people, languages, identifiers with the direction of their text, and
// the properties of the whole book. Reads the book's own metadata only, never those of a collection or a part.

import type { TextDirection } from '../book.ts';

export interface MetadataText {
  text: string;
  direction: TextDirection;
}

const dc = 'http://purl.org/dc/elements/1.1/';

/** Prefixes that every package may use without declaring them (EPUB 3.3, D.1.4) and that matter here. */
const reservedPrefixes: Readonly<Record<string, string>> = {
  rendition: 'http://www.idpf.org/vocab/rendition/#',
  media: 'http://www.idpf.org/epub/vocab/overlays/#',
};

/** Scripts that are written from right to left. */
const leftwardScripts = new Set(['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm', 'Rohg', 'Mand', 'Samr', 'Yezi']);

export class PackageMetadata {
  readonly version: number;
  readonly #package: Element;
  readonly #element: Element | undefined;
  readonly #prefixes: Map<string, string>;
  #properties: Map<string, string> | undefined;

  constructor(document: Document) {
    this.#package = document.documentElement;
    this.#element = [...this.#package.children].find((child) => child.localName === 'metadata');
    this.version = Number.parseFloat(this.#package.getAttribute('version') ?? '') || 2;
    this.#prefixes = readPrefixes(this.#package.getAttribute('prefix') ?? '');
  }

  /** Values of a Dublin Core element in the book's order, each squeezed to single spaces; empty ones left out. */
  all(name: string): MetadataText[] {
    return [...(this.#element?.getElementsByTagNameNS(dc, name) ?? [])].flatMap((node) => {
      const text = squeeze(node.textContent ?? '');
      return text ? [{ text, direction: directionOf(node, this.#package) }] : [];
    });
  }

  /** The identifier that the package names as the one that counts. */
  uniqueIdentifier(): string | undefined {
    const id = this.#package.getAttribute('unique-identifier');
    const nodes = [...(this.#element?.getElementsByTagNameNS(dc, 'identifier') ?? [])];
    // Everything of it counts for the key of scrambled fonts, white space aside.
    return nodes.find((node) => id && node.getAttribute('id') === id)?.textContent?.trim() || undefined;
  }

  /** First value of a property of the whole book, `rendition:layout` and the like, whatever its prefix is here. */
  property(name: string): string | undefined {
    this.#properties ??= this.#readProperties();
    return this.#properties.get(this.expand(name)) || undefined;
  }

  /** Read once: every item of the spine asks for several. */
  #readProperties(): Map<string, string> {
    const values = new Map<string, string>();
    for (const meta of this.#element?.getElementsByTagNameNS('*', 'meta') ?? []) {
      const property = meta.hasAttribute('refines') ? '' : this.expand(meta.getAttribute('property')?.trim() ?? '');
      if (property && !values.has(property)) values.set(property, squeeze(meta.textContent ?? ''));
    }
    return values;
  }

  /** Content of the older `<meta name="…" content="…"/>`. */
  named(name: string): string | undefined {
    for (const meta of this.#element?.getElementsByTagNameNS('*', 'meta') ?? []) {
      if (meta.getAttribute('name')?.trim() === name) return meta.getAttribute('content')?.trim() || undefined;
    }
    return undefined;
  }

  /** A property name as address; names without prefix stay as they are. */
  expand(name: string): string {
    const colon = name.indexOf(':');
    const base = colon > 0 ? this.#prefixes.get(name.slice(0, colon)) : undefined;
    return base ? base + name.slice(colon + 1) : name;
  }
}

/**
 * Most books' languages, none of which runs to the left unless its tag names a script: asking for the likely script costs
 * the first page some milliseconds of loading tables.
 */
const rightward =
  /^(?:en|zh|ja|ko|de|fr|es|it|pt|nl|sv|da|no|nb|nn|fi|is|pl|cs|sk|hu|ro|bg|ru|uk|el|la|vi|id|th|ca)(?:-(?![a-z]{4}\b)[a-z\d]+)*$/i;

/** Direction in which a language is written, by its script; the usual one when the tag means nothing. */
export function languageDirection(tag: string | undefined): 'ltr' | 'rtl' {
  if (tag === undefined || rightward.test(tag)) return 'ltr';
  try {
    const script = tag ? new Intl.Locale(tag).maximize().script : undefined;
    return script && leftwardScripts.has(script) ? 'rtl' : 'ltr';
  } catch (error) {
    if (error instanceof RangeError) return 'ltr';
    throw error;
  }
}

export function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function directionOf(node: Element, root: Element): TextDirection {
  const said = (node.getAttribute('dir') ?? root.getAttribute('dir') ?? '').trim().toLowerCase();
  return said === 'ltr' || said === 'rtl' ? said : 'auto';
}

function readPrefixes(text: string): Map<string, string> {
  const prefixes = new Map(Object.entries(reservedPrefixes));
  for (const [, prefix = '', address = ''] of text.matchAll(/([\w.-]+):\s+(\S+)/g)) prefixes.set(prefix, address);
  return prefixes;
}
