// Names in a book's sheets that make pages move, answer a pointer that only passes by, let somebody write into them, or
// set columns into columns, which takes twice as long with each: they are exchanged for names that mean nothing, so that no weight or order of the book's rules brings them back.

const still = /^(?:-webkit-|-moz-|-o-)?(?:animation|transition)(?:-|$)/;
const off = new Set([
  'columns',
  'column-count',
  'column-width',
  'user-modify',
  '-webkit-user-modify',
  'app-region',
  '-webkit-app-region',
  'interactivity',
  'scroll-marker-group',
  'scroll-behavior',
  'scroll-snap-type',
  'view-transition-name',
  'interest-delay',
  'interest-delay-start',
]);

/** Of a property, in small letters; `undefined` for those that may stay. */
export function silencedName(name: string): string | undefined {
  return still.test(name) || off.has(name) || off.has(name.replace(/^-(?:webkit|moz)-/, ''))
    ? `-octavo-${name.replace(/^-/, '')}`
    : undefined;
}

/** What follows one colon in a selector. */
export function silencedState(name: string): string | undefined {
  return name === 'hover' || name === 'active' ? 'not(*)' : undefined;
}
