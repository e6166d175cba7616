// Selectors for many tags that weigh nothing. Knows no rules.

/**
 * Each tag is a selector of its own: a browser finds those by an element's name, but tries one that names several at once
 * on every element there is.
 */
export function anyOf(tags: string, within = ''): string {
  return tags
    .split(', ')
    .map((tag) => `${within}:where(${tag})`)
    .join(', ');
}
