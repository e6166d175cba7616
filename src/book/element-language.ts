// The language of a chapter's elements, as `xml:lang` and `lang` say it. Each element is asked once.

const xml = 'http://www.w3.org/XML/1998/namespace';

export function ownLanguage(element: Element): string | null {
  return element.getAttributeNS(xml, 'lang') ?? element.getAttribute('lang');
}

/** The language of a chapter that is laid out: its own, else the book's. */
export function chapterLanguage(document: Document, ofBook: string): string {
  return ownLanguage(document.body) || ownLanguage(document.documentElement) || ofBook;
}

/** Asks for the language of elements; `fallback` is that of what names none, and what `barred` matches has none. */
export function createLanguageOf(fallback: string, barred = ':not(*)'): (element: Element | null) => string {
  const known = new Map<Element, string>();
  const languageOf = (element: Element | null): string => {
    if (!element) return fallback;
    const found = known.get(element);
    if (found !== undefined) return found;
    const around = languageOf(element.parentElement);
    const language = around === none || element.matches(barred) ? none : (ownLanguage(element) ?? around);
    known.set(element, language);
    return language;
  };
  return languageOf;
}

/** What a barred element has for a language; in BCP 47, no linguistic content. */
export const none = 'zxx';
