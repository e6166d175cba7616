// Which scopes and audiences a client may ask for. Pure rules; they know no client and no database.

export type ScopeStrategy = 'exact' | 'wildcard' | 'hierarchical';

/** Does one of the allowed patterns cover the wanted scope? */
export function scopeMatches(strategy: ScopeStrategy, allowed: readonly string[], wanted: string): boolean {
  if (strategy === 'exact') return allowed.includes(wanted);
  if (strategy === 'hierarchical') {
    return allowed.some((pattern) => wanted === pattern || wanted.startsWith(`${pattern}.`));
  }
  return allowed.some((pattern) => wildcardMatches(pattern, wanted));
}

// `foo.*` covers `foo.bar` and `foo.bar.baz`, not `foo`; `*` stands for one non-empty part, or for the rest at the end.
function wildcardMatches(pattern: string, wanted: string): boolean {
  if (pattern === wanted) return true;
  const patternParts = pattern.split('.');
  const parts = wanted.split('.');
  if (patternParts.length > parts.length) return false;
  if (patternParts.length < parts.length && patternParts.at(-1) !== '*') return false;
  return patternParts.every((part, index) => (part === '*' ? parts[index] !== '' : part === parts[index]));
}

/** An audience is covered by an equal entry, or by one that is its URL prefix. */
export function audienceAllowed(allowed: readonly string[], wanted: string): boolean {
  return allowed.some((entry) => wanted === entry || wanted.startsWith(entry.endsWith('/') ? entry : `${entry}/`));
}

/** Space-separated words without doubles; empty for nothing. */
export function words(text: string | undefined): string[] {
  return [...new Set((text ?? '').split(' ').filter(Boolean))];
}
