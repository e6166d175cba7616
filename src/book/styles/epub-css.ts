// Today's spelling of the CSS that EPUB prescribed under names of its own before CSS had it (EPUB 3.3, appendix E), and
// of breaks between pages, which are columns here.

const properties = words({
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
});

/** A page of the book is a column of the browser's. */
const pageBreaks = new Map(
  ['always', 'page', 'left', 'right', 'recto', 'verso'].map((word) => [word, 'column'] as const),
);

/** Words by property. */
const values = new Map<string, ReadonlyMap<string, string>>([
  ['text-combine-upright', words({ horizontal: 'all' })],
  ['text-transform', words({ '-epub-fullwidth': 'full-width' })],
  // Nothing stays where it is while pages are turned.
  ['position', words({ fixed: 'absolute' })],
  ['break-before', pageBreaks],
  ['break-after', pageBreaks],
  ['text-underline-position', words({ alphabetic: 'auto' })],
  ['hyphens', words({ all: 'auto' })],
  ['ruby-position', words({ before: 'over', after: 'under' })],
  [
    'text-orientation',
    words({
      auto: 'mixed',
      'vertical-right': 'mixed',
      'use-glyph-orientation': 'mixed',
      'sideways-right': 'sideways',
      'rotate-right': 'sideways',
      'rotate-left': 'sideways',
      'rotate-normal': 'sideways',
    }),
  ],
]);

/** A sheet may say any word, those that every object knows as well. */
function words(known: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(known));
}

/** Of a property, in small letters; `undefined` when it is today's already. */
export function modernName(name: string): string | undefined {
  return properties.get(name) ?? (name.startsWith('-epub-') ? name.slice(6) : undefined);
}

/** Of a word in the value of such a property; `undefined` when it needs none. */
export function modernValue(property: string, word: string): string | undefined {
  return values.get(property)?.get(word);
}
