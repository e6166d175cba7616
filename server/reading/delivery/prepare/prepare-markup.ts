// Makes a chapter, or a drawing, into XML that shows the same and can do nothing: the tags that the service counts text
// by, written anew one by one. Elements of the body keep their places and ids, and the text stays the same to the
// character, so every position counts as it did in the book.

import { type TagToken, type Token, tokens } from '../../../../api/edition/markup-tokens.ts';
import { decodeEntities, hasBody, skippedElements } from '../../import/chapter-text.ts';
import { depthFor } from './implied-ends.ts';
import { MarkupWriter, mathml, svg, xhtml } from './markup-writer.ts';
import { neutralAttributes } from './neutral-attributes.ts';
import { replacedElements, voidElements, xmlName } from './neutral-elements.ts';
import { PageHead, prologSheets, rootNamespaces } from './page-head.ts';
import { readAttributes } from './read-attributes.ts';
import type { References } from './references.ts';
import { rewriteCss } from './rewrite-css.ts';

export interface PreparedMarkup {
  markup: string;
  isDrawing: boolean;
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>';
const namespaceWords = new Map([xhtml, svg, mathml].map((name) => [name, name]));

/** Linear in the markup, whatever the markup is. */
export function prepareMarkup(markup: string, references: References): PreparedMarkup {
  return new Preparation(markup.replace(/\r\n?/g, '\n'), references).run();
}

class Preparation {
  readonly #source: string;
  readonly #references: References;
  readonly #writer = new MarkupWriter();
  readonly #prefixes = new Map<string, string>();
  readonly #head: PageHead;
  readonly #isDrawing: boolean;
  readonly #hasBody: boolean;
  readonly #isBalanced: boolean;
  /** Before the body: only what a head is for is kept. */
  #isBefore: boolean;
  #inBody: boolean;
  #skipping = '';
  #skipDepth = 0;
  #style: string[] = [];
  #styleTag: TagToken | undefined;

  constructor(source: string, references: References) {
    this.#source = source;
    this.#references = references;
    this.#head = new PageHead(references);
    const shape = shapeOf(source);
    this.#isBalanced = shape.isBalanced;
    this.#isDrawing = shape.root === 'svg' && shape.isWhole;
    this.#hasBody = hasBody(source);
    this.#isBefore = this.#hasBody && !this.#isDrawing;
    this.#inBody = !this.#hasBody;
  }

  run(): PreparedMarkup {
    const sheets = prologSheets(this.#source, this.#references);
    this.#writer.raw(declaration);
    if (this.#isDrawing) {
      // Where a body is named, the service counts no text outside of one, which a drawing shows all the same.
      if (this.#hasBody) this.#writer.raw('<!-- <body> -->');
      for (const sheet of sheets) this.#writer.raw(`<?xml-stylesheet type="text/css" href="${sheet}"?>`);
    } else {
      this.#head.addSheets(sheets);
      if (!this.#hasBody) this.#startPage(new Map());
    }
    for (const token of tokens(this.#source)) this.#take(token);
    if (this.#isBefore) this.#startPage(new Map());
    return { markup: this.#writer.finish(), isDrawing: this.#isDrawing };
  }

  #take(token: Token): void {
    if ('text' in token) {
      this.#text(token.kind === 'text' ? decodeEntities(token.text) : token.text);
    } else if (this.#skipping) this.#skip(token);
    else if (token.kind === 'start') this.#start(token);
    else this.#end(token.name);
  }

  #text(text: string): void {
    if (this.#skipping) this.#style.push(text);
    else if (this.#isBefore) this.#head.addText(text);
    else if (this.#isDrawing) this.#drawingText(text);
    else if (this.#inBody) this.#writer.text(text);
  }

  /** Around its root, a document can have nothing but space; a drawing's root stays open to the end. */
  #drawingText(text: string): void {
    if (this.#writer.depth > 0) this.#writer.text(text);
    else if (text.trim() === '') this.#writer.raw(text);
  }

  /** The same counting as that of chapter text. */
  #skip(token: TagToken): void {
    if (token.name === this.#skipping) this.#skipDepth += token.kind === 'end' ? -1 : token.empty ? 0 : 1;
    if (this.#skipDepth > 0) return;
    const tag = this.#styleTag;
    if (tag) this.#writeStyle(tag, this.#style.join(''));
    this.#skipping = '';
    this.#style = [];
    this.#styleTag = undefined;
  }

  #start(token: TagToken): void {
    const { name, empty } = token;
    this.#keepPrefixes(token);
    if (name === 'body') this.#inBody = !empty;
    if (!empty && skippedElements.has(name)) {
      this.#skipping = name;
      this.#skipDepth = 1;
      if (name === 'style') this.#styleTag = token;
      else if (!this.#isBefore) this.#element(token, true);
    } else if (name === 'body' && !this.#isDrawing) this.#body(token);
    else if (this.#isBefore) this.#head.start(token);
    else if (this.#isDrawing || (name !== 'html' && name !== 'head')) this.#element(token, empty);
  }

  #body(token: TagToken): void {
    if (this.#isBefore) {
      this.#isBefore = false;
      this.#startPage(this.#attributesOf(token, true));
      if (token.empty) this.#writer.closeTo(1);
    } else this.#element(token, token.empty);
  }

  #end(name: string): void {
    if (name === 'body') this.#inBody = false;
    if (this.#isBefore) this.#head.end(name);
    // Text can come behind the end of "html", and behind that of a drawing's root.
    else if (name !== 'html') this.#writer.end(name, this.#isDrawing ? 1 : 0);
  }

  #startPage(body: ReadonlyMap<string, string>): void {
    const open = (name: string) => ({ source: name, written: name, namespace: xhtml, sourceNamespace: xhtml });
    this.#writer.raw('<!DOCTYPE html>');
    this.#writer.start(open('html'), this.#head.rootAttributes(), false);
    this.#writer.raw(this.#head.markup());
    this.#writer.start(open('body'), body, false);
  }

  #element(token: TagToken, isEmpty: boolean): void {
    const { name } = token;
    const isRoot = this.#writer.depth === 0;
    if (!this.#isBalanced && !this.#isDrawing) this.#writer.closeTo(depthFor(name, this.#writer.names));
    const { namespace, sourceNamespace } = this.#namespaceOf(token);
    const isXhtml = namespace === xhtml;
    const attributes = this.#attributesOf(token, isXhtml);
    if (isRoot) for (const [prefix, value] of rootNamespaces) attributes.set(prefix, value);
    if (name === 'link') this.#head.keepSheet(token, attributes);
    const written = writtenName(token, isXhtml);
    const isVoid = isXhtml && voidElements.has(name);
    this.#writer.start(
      { source: name, written, namespace, sourceNamespace },
      attributes,
      (isEmpty && !isRoot) || isVoid,
    );
  }

  #writeStyle(token: TagToken, css: string): void {
    if (this.#isBefore) {
      this.#head.addStyle(readAttributes(token.attributes), css);
      return;
    }
    this.#element(token, false);
    this.#writer.text(rewriteCss(css, this.#references));
    this.#writer.end('style', 0);
  }

  #attributesOf(token: TagToken, isXhtml: boolean): Map<string, string> {
    const attributes = token.attributes === '' ? [] : readAttributes(token.attributes);
    return neutralAttributes({ name: token.name, isXhtml }, attributes, this.#references);
  }

  #keepPrefixes({ attributes }: TagToken): void {
    if (!attributes.includes('xmlns:')) return;
    for (const { name, value } of readAttributes(attributes)) {
      if (name.startsWith('xmlns:')) this.#prefixes.set(name.slice(6), value.trim());
    }
  }

  #namespaceOf(token: TagToken): { namespace: string; sourceNamespace: string } {
    const parent = this.#writer.top;
    const declared = token.attributes.includes('xmlns') ? readAttributes(token.attributes) : [];
    const own = declared.find(({ name }) => name === 'xmlns')?.value.trim();
    const inherited = parent?.sourceNamespace ?? (this.#isDrawing ? svg : xhtml);
    const sourceNamespace = (own === undefined ? undefined : namespaceWords.get(own)) ?? inherited;
    const colon = token.writtenName.indexOf(':');
    const prefixed = colon < 0 ? undefined : this.#prefixes.get(token.writtenName.slice(0, colon));
    const meant = colon < 0 ? sourceNamespace : (namespaceWords.get(prefixed ?? '') ?? parent?.namespace ?? inherited);
    // Books forget to say it, and mean nothing else.
    const namespace = meant === xhtml ? (impliedNamespaces.get(token.name) ?? xhtml) : meant;
    return { namespace, sourceNamespace: colon < 0 && namespace !== meant ? namespace : sourceNamespace };
  }
}

const impliedNamespaces = new Map([
  ['svg', svg],
  ['math', mathml],
]);

function writtenName(token: TagToken, isXhtml: boolean): string {
  const replaced = replacedElements.get(token.name);
  if (replaced) return replaced;
  const local = isXhtml ? token.name : token.writtenName.slice(token.writtenName.indexOf(':') + 1);
  return xmlName.test(local) ? local : 'span';
}

interface Shape {
  root: string;
  /** Every element that begins ends in its place. */
  isBalanced: boolean;
  /** One root, and nothing but space around it. */
  isWhole: boolean;
}

function shapeOf(source: string): Shape {
  const open: string[] = [];
  let root = '';
  let roots = 0;
  let isBare = true;
  for (const token of tokens(source)) {
    if ('text' in token) {
      if (open.length === 0 && token.text.trim() !== '') isBare = false;
      continue;
    }
    root ||= token.name;
    if (open.length === 0) roots++;
    if (token.kind === 'start' && !token.empty) open.push(token.name);
    else if (token.kind === 'end' && open.pop() !== token.name) return { root, isBalanced: false, isWhole: false };
  }
  const isBalanced = open.length === 0;
  return { root, isBalanced, isWhole: isBalanced && isBare && roots === 1 };
}
