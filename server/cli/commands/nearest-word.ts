// Finds the word that was probably meant by a misspelt one.

/** Undefined when nothing is near. */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
  const near = known
    .map((candidate) => ({ candidate, distance: distance(word, candidate) }))
    .filter(({ candidate, distance }) => distance <= Math.max(1, Math.floor(candidate.length / 3)))
    .sort((one, other) => one.distance - other.distance);
  return near[0]?.candidate;
}

/** Levenshtein's: how many letters must be added, removed or replaced. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
