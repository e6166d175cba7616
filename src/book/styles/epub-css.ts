// Today's spelling of the CSS that EPUB prescribed under names of its own before CSS had it (EPUB 3.3, appendix E), and
// of breaks between pages, which are columns here.

const properties: Readonly<Record<string, string>> = {
  '-epub-text-combine': 'text-combine-upright',
  '-epub-text-combine-horizontal': 'text-combine-upright',
  '-ms-text-combine-horizontal': 'text-combine-upright',
  'text-combine-horizontal': 'text-combine-upright',
  'text-combine': 'text-combine-upright',
  '-webkit-text-combine': 'text-combine-upright',
  '-webkit-writing-mode': 'writing-mode',
  '-webkit-text-orientation': 'text-orientation',
  '-webkit-hyphens': 'hyphens',
  'page-break-before': 'break-before',
  'page-break-after': 'break-after',
  'page-break-inside': 'break-inside',
};

/** A page of the book is a column of the browser's. */
const pageBreaks = {
  always: 'column',
  page: 'column',
  left: 'column',
  right: 'column',
  recto: 'column',
  verso: 'column',
};

const values: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'text-combine-upright': { horizontal: 'all' },
  'text-transform': { '-epub-fullwidth': 'full-width' },
  'break-before': pageBreaks,
  'break-after': pageBreaks,
  'text-underline-position': { alphabetic: 'auto' },
  hyphens: { all: 'auto' },
  'ruby-position': { before: 'over', after: 'under' },
  'text-orientation': {
    auto: 'mixed',
    'vertical-right': 'mixed',
    'use-glyph-orientation': 'mixed',
    'sideways-right': 'sideways',
    'rotate-right': 'sideways',
    'rotate-left': 'sideways',
    'rotate-normal': 'sideways',
  },
};

/** Of a property, in small letters; `undefined` when it is today's already. */
export function modernName(name: string): string | undefined {
  return properties[name] ?? (name.startsWith('-epub-') ? name.slice(6) : undefined);
}

/** Of a word in the value of such a property; `undefined` when it needs none. */
export function modernValue(property: string, word: string): string | undefined {
  return values[property]?.[word];
}
