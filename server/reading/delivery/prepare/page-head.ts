// What a prepared chapter keeps of its head: the title, its styles, and the size that a fixed page is designed for.

import type { TagToken } from '../../../../api/edition/markup-tokens.ts';
import { MarkupWriter, xhtml } from './markup-writer.ts';
import { neutralAttributes } from './neutral-attributes.ts';
import { type Attribute, readAttributes } from './read-attributes.ts';
import type { References } from './references.ts';
import { rewriteCss } from './rewrite-css.ts';

export const rootNamespaces: ReadonlyMap<string, string> = new Map([
  ['xmlns:epub', 'http://www.idpf.org/2007/ops'],
  ['xmlns:xlink', 'http://www.w3.org/1999/xlink'],
]);

const longestTitle = 1024;
const mostSheets = 256;

export class PageHead {
  readonly #references: References;
  readonly #writer = new MarkupWriter();
  #root: TagToken | undefined;
  #title = '';
  #inTitle = false;
  #sheets = 0;

  constructor(references: References) {
    this.#references = references;
  }

  start(token: TagToken): void {
    if (token.name === 'html') this.#root ??= token;
    else if (token.name === 'title') this.#inTitle = !token.empty && this.#title === '';
    else if (token.name === 'link') {
      const attributes = new Map<string, string>();
      this.keepSheet(token, attributes);
      if (attributes.size > 0) this.#write('link', attributes);
    } else if (token.name === 'meta') this.#keepViewport(token);
  }

  end(name: string): void {
    if (name === 'title') this.#inTitle = false;
  }

  addText(text: string): void {
    if (this.#inTitle && this.#title.length < longestTitle) this.#title += text.slice(0, longestTitle);
  }

  addStyle(attributes: readonly Attribute[], css: string): void {
    const media = attributes.find(({ name }) => name === 'media')?.value;
    this.#write('style', new Map(media ? [['media', media]] : []), rewriteCss(css, this.#references));
  }

  /** Addresses of style sheets that stand before the root. */
  addSheets(sheets: readonly string[]): void {
    for (const href of sheets) this.#write('link', sheetAttributes(href));
  }

  /** Adds what makes the tag a style sheet of the book; nothing for any other. */
  keepSheet(token: TagToken, attributes: Map<string, string>): void {
    const given = new Map(readAttributes(token.attributes).map(({ name, value }) => [name.toLowerCase(), value]));
    const relation = (given.get('rel') ?? '').toLowerCase().split(/\s+/);
    if (!relation.includes('stylesheet') || relation.includes('alternate') || ++this.#sheets > mostSheets) return;
    const href = this.#references.resource(given.get('href') ?? '', ['style']);
    if (href === undefined) return;
    for (const [name, value] of sheetAttributes(href)) attributes.set(name, value);
    const media = given.get('media');
    if (media) attributes.set('media', media);
  }

  rootAttributes(): Map<string, string> {
    const given = this.#root ? readAttributes(this.#root.attributes) : [];
    const attributes = neutralAttributes({ name: 'html', isXhtml: true }, given, this.#references);
    return new Map([...rootNamespaces, ...attributes]);
  }

  markup(): string {
    const title = new MarkupWriter();
    const open = { source: 'title', written: 'title', namespace: '', sourceNamespace: xhtml };
    title.start(open, new Map(), false);
    title.text(this.#title.trim().slice(0, longestTitle));
    return `<head>${title.finish()}${this.#writer.finish()}</head>`;
  }

  #keepViewport(token: TagToken): void {
    const given = new Map(readAttributes(token.attributes).map(({ name, value }) => [name.toLowerCase(), value]));
    const content = given.get('content');
    if (given.get('name')?.toLowerCase() !== 'viewport' || !content || !/^[\w\s.,;=%-]{1,256}$/.test(content)) return;
    this.#write(
      'meta',
      new Map([
        ['name', 'viewport'],
        ['content', content],
      ]),
    );
  }

  #write(name: string, attributes: ReadonlyMap<string, string>, text?: string): void {
    // In the default namespace of the document that the head becomes part of.
    const open = { source: name, written: name, namespace: '', sourceNamespace: xhtml };
    if (text === undefined) {
      this.#writer.start(open, attributes, true);
      return;
    }
    this.#writer.start(open, attributes, false);
    this.#writer.text(text);
    this.#writer.closeTo(0);
  }
}

function sheetAttributes(href: string): Map<string, string> {
  return new Map([
    ['rel', 'stylesheet'],
    ['type', 'text/css'],
    ['href', href],
  ]);
}

/** Addresses in `<?xml-stylesheet?>` before the root, escaped as they can stand in an attribute. */
export function prologSheets(source: string, references: References): string[] {
  const start = source.search(/<[a-z_]/i);
  const prolog = source.slice(0, Math.min(Math.max(start, 0), 65_536));
  const sheets: string[] = [];
  for (const [, body = ''] of prolog.matchAll(/<\?xml-stylesheet\s([^?]*)\?>/g)) {
    const href = readAttributes(body).find(({ name }) => name === 'href')?.value;
    const address = href === undefined ? undefined : references.resource(href, ['style']);
    if (address !== undefined && sheets.length < mostSheets)
      sheets.push(address.replace(/'/g, '%27').replaceAll('&', '&amp;'));
  }
  return sheets;
}
