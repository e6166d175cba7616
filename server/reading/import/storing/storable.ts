// Makes text from books and file names fit for every database: PostgreSQL takes no NUL, and neither takes half a
// surrogate pair.

/** The same value with every string in it cleaned. */
export function storable<T>(value: T): T {
  if (typeof value === 'string') return storableText(value) as T;
  if (Array.isArray(value)) return value.map(storable) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, storable(inner)])) as T;
}

export function storableText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed.
  return text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, '').toWellFormed();
}

/** For text that is counted in: what no database takes is replaced, never left out. */
export function storableInPlace(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed();
}
