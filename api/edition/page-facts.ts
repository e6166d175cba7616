// Facts that a web page tells in its head.

import { decodeHTML } from 'entities';
import { type BookMetadata, cut, emptyMetadata } from './book-metadata.ts';
import { tokens } from './markup-tokens.ts';

/** A head is not longer. */
const headUnits = 65_536;

/** What the page does not tell is empty. Never fails. */
export function pageFacts(html: string): BookMetadata {
  const facts = emptyMetadata();
  let inTitle = false;
  for (const token of tokens(html.slice(0, headUnits))) {
    if ('text' in token) {
      if (inTitle) facts.title += token.text;
    } else if (token.name === 'title') inTitle = token.kind === 'start';
    else if (token.name === 'html' && token.kind === 'start') facts.language ||= attribute(token.attributes, 'lang');
    else if (token.name === 'meta') addMeta(facts, token.attributes);
    else if (token.name === 'body') break;
  }
  facts.title = cut(decodeHTML(facts.title).replace(/\s+/g, ' ').trim(), 1024);
  facts.language = /^[a-z]{2,8}(-[a-z0-9]{1,8})*$/i.test(facts.language) ? facts.language.slice(0, 35) : '';
  return facts;
}

function addMeta(facts: BookMetadata, attributes: string): void {
  const name = (attribute(attributes, 'name') || attribute(attributes, 'property')).toLowerCase();
  const content = decodeHTML(attribute(attributes, 'content')).trim();
  if (!content) return;
  if (/^(author|dc\.creator|article:author|book:author)$/.test(name)) facts.author ||= cut(content, 1024);
  else if (/^(description|dc\.description|og:description)$/.test(name)) facts.intro ||= cut(content, 16_384);
  else if (/^(dc\.publisher|publisher)$/.test(name)) facts.publisher ||= cut(content, 1024);
  else if (/^(date|dc\.date|article:published_time)$/.test(name)) facts.publishTime ||= cut(content, 64);
  else if (/^(dc\.title|og:title)$/.test(name) && !facts.title) facts.title = content;
  else if (name === 'keywords')
    facts.subjects = content
      .split(/\s*[,;，；]\s*/)
      .filter(Boolean)
      .slice(0, 32)
      .map((each) => cut(each, 128));
}

function attribute(attributes: string, name: string): string {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(attributes);
  return found?.[1] ?? found?.[2] ?? found?.[3] ?? '';
}
