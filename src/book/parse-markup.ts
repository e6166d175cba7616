// Turns a chapter's text into a document: as XML where it is well-formed, with small repairs where it nearly is, and
// as HTML where it is not. Scripts never run in any of these documents.

const xhtmlNamespace = 'http://www.w3.org/1999/xhtml';

/** A document with `html`, `head` and `body`, whatever the text was. */
export function parseMarkup(text: string): Document {
  const clean = text.replace(/^\ufeff/, '');
  for (const candidate of [clean, repairXml(clean)]) {
    const document = new DOMParser().parseFromString(candidate, 'application/xhtml+xml');
    if (!isBroken(document) && document.documentElement.localName === 'html') return completed(document);
  }
  // HTML knows no empty-element syntax: an empty title would swallow the chapter.
  const html = clean.replace(/<(title|script|style|a|span|div|p|i|b|em|iframe|textarea)\b([^<>]*)\/>/gi, '<$1$2></$1>');
  return completed(new DOMParser().parseFromString(html, 'text/html'));
}

/** An XML document of the package itself; `undefined` when it is not well-formed even after small repairs. */
export function parseXml(text: string): Document | undefined {
  const clean = text.replace(/^\ufeff/, '').trimStart();
  for (const candidate of [clean, repairXml(clean)]) {
    const document = new DOMParser().parseFromString(candidate, 'application/xml');
    if (!isBroken(document)) return document;
  }
  return undefined;
}

/** An XHTML document around markup of our own, for spine items that are a picture. */
export function wrapInXhtml(body: Element, title: string): Document {
  const document = new DOMParser().parseFromString(
    `<html xmlns="${xhtmlNamespace}"><head><title/></head><body/></html>`,
    'application/xhtml+xml',
  );
  document.title = title;
  document.body.append(document.adoptNode(body));
  return document;
}

function isBroken(document: Document): boolean {
  return document.getElementsByTagNameNS(xhtmlNamespace, 'parsererror').length > 0;
}

/** Named entities that XML does not know, bare ampersands, control characters. */
function repairXml(text: string): string {
  const decoder = new DOMParser().parseFromString('<p></p>', 'text/html').createElement('textarea');
  const known = new Map<string, string>();
  const characterOf = (name: string) => {
    let character = known.get(name);
    if (character === undefined) {
      decoder.innerHTML = `&${name};`;
      character = decoder.value === `&${name};` ? `&amp;${name};` : escapeAll(decoder.value);
      known.set(name, character);
    }
    return character;
  };
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids exactly these.
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replace(/&(?!#)([a-z][a-z0-9]*);/gi, (_, name: string) => characterOf(name))
      .replace(/&(?!#\d+;|#x[0-9a-f]+;|[a-z][a-z0-9]*;)/gi, '&amp;')
  );
}

function escapeAll(text: string): string {
  return Array.from(text, (character) => `&#${character.codePointAt(0)};`).join('');
}

function completed(document: Document): Document {
  if (!document.head) document.documentElement.prepend(document.createElementNS(xhtmlNamespace, 'head'));
  if (!document.body) document.documentElement.append(document.createElementNS(xhtmlNamespace, 'body'));
  return document;
}
