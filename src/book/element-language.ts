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
