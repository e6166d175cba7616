// Turns titles and authors into words for searching by index. Pure; must not know the database.

const scripts = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}';
const cjk = new RegExp(`[${scripts}]`, 'u');
// Latin glued to Chinese ("C语言") is cut where the script changes.
const runs = new RegExp(`[${scripts}]+|(?:(?![${scripts}])[\\p{L}\\p{N}])+`, 'gu');
const maxWords = 60;

/** Case, width and accents folded away. */
export function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().normalize('NFC').trim();
}

/** Words that index a book: whole words, and for Chinese, Japanese and Korean each character and each pair. */
export function searchWords(...texts: string[]): string[] {
  const words = new Set<string>();
  for (const run of texts.flatMap((text) => splitRuns(text))) {
    for (const word of cjk.test(run) ? pairs(run, true) : [run]) {
      if (words.size < maxWords) words.add(word);
    }
  }
  return [...words];
}

/** Words that a query must find, each at the beginning of a word that indexes the book. */
export function queryWords(query: string): string[] {
  return [...new Set(splitRuns(query).flatMap((run) => (cjk.test(run) ? pairs(run, false) : [run])))].slice(0, 8);
}

function splitRuns(text: string): string[] {
  return fold(text).match(runs) ?? [];
}

function pairs(run: string, withSingles: boolean): string[] {
  const characters = Array.from(run);
  const found = characters.slice(1).map((character, index) => `${characters[index]}${character}`);
  return withSingles || found.length === 0 ? [...characters, ...found] : found;
}
