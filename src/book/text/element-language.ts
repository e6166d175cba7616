// The language of a chapter's elements, as `xml:lang` and `lang` say it. Each element is asked once.

import { eastAsianWriting } from '../styles/east-asian.ts';

const xml = 'http://www.w3.org/XML/1998/namespace';

export function ownLanguage(element: Element): string | null {
  return element.getAttributeNS(xml, 'lang') ?? element.getAttribute('lang');
}

/** Characters that show whether a chapter is what it says. */
const sample = 2000;

/** The language of a chapter that is laid out: its own, else the book's. */
export function chapterLanguage(document: Document, ofBook: string): string {
  const own = ownLanguage(document.body) || ownLanguage(document.documentElement);
  if (!own) return ofBook;
  // Tools write `en` into every file; a book in Chinese or Japanese that is full of their characters is not English.
  if (eastAsianWriting(own) || !eastAsianWriting(ofBook)) return own;
  const text = (document.body.textContent ?? '').replace(/\s+/g, '').slice(0, sample);
  const wide = text.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g)?.length ?? 0;
  return wide > text.length / 3 ? ofBook : own;
}

/** Asks for the language of elements; `fallback` is that of what names none, and what `barred` matches has none. */
export function createLanguageOf(fallback: string, barred = ':not(*)'): (element: Element | null) => string {
  const known = new Map<Element, string>();
  return (element) => {
    // Markup can be nested deeper than functions may call each other.
    const path: Element[] = [];
    let at = element;
    while (at && !known.has(at)) {
      path.push(at);
      at = at.parentElement;
    }
    let language = at ? (known.get(at) ?? fallback) : fallback;
    for (const inner of path.reverse()) {
      language = language === none || inner.matches(barred) ? none : (ownLanguage(inner) ?? language);
      known.set(inner, language);
    }
    return language;
  };
}

/** What a barred element has for a language; in BCP 47, no linguistic content. */
export const none = 'zxx';
