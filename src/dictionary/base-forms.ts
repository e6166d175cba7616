// Which words of a dictionary a word of a book may be a form of. English by a lexicon that is fetched at the first
// question; other languages by their commonest endings, of which only those count that a dictionary has.

interface Lemmatizer {
  noun(word: string): string;
  verb(word: string): string;
  adjective(word: string): string;
}

let english: Promise<Lemmatizer> | undefined;

function loadEnglish(): Promise<Lemmatizer> {
  english ??= import('wink-lemmatizer').then(
    // A CommonJS module: what it exports may stand under `default`.
    (module) => (module as { default?: Lemmatizer }).default ?? module,
    (error: unknown) => {
      // Fetched anew at the next question: Chromium does not keep a module that could not be fetched.
      english = undefined;
      throw error;
    },
  );
  return english;
}

/** Ending → what stands in its place, most likely first. */
const endings: Readonly<Record<string, readonly [string, readonly string[]][]>> = {
  en: [
    ['ies', ['y']],
    ['es', ['e', '']],
    ['s', ['']],
    ['ied', ['y']],
    ['ed', ['e', '']],
    ['ing', ['e', '']],
    ['er', ['e', '']],
    ['est', ['e', '']],
    ['ly', ['']],
  ],
  fr: [
    ['aux', ['al', 'au']],
    ['eux', ['eux', 'eu']],
    ['ées', ['er']],
    ['ée', ['er']],
    ['és', ['er']],
    ['é', ['er']],
    ['ait', ['er', 're', 'ir']],
    ['aient', ['er', 're', 'ir']],
    ['ons', ['er', 're', 'ir']],
    ['ez', ['er', 're', 'ir']],
    ['ent', ['er', 're']],
    ['es', ['', 'e', 'er']],
    ['e', ['', 'er']],
    ['s', ['']],
    ['x', ['']],
  ],
  de: [
    ['ern', ['', 'er']],
    ['en', ['', 'e', 'en']],
    ['er', ['', 'e']],
    ['es', ['', 'e']],
    ['em', ['']],
    ['et', ['en']],
    ['te', ['en']],
    ['ten', ['en']],
    ['st', ['en']],
    ['e', ['', 'en']],
    ['t', ['en']],
    ['n', ['']],
    ['s', ['']],
  ],
  es: [
    ['ces', ['z']],
    ['es', ['', 'e', 'er', 'ir']],
    ['as', ['a', 'ar', 'o']],
    ['os', ['o']],
    ['ando', ['ar']],
    ['iendo', ['er', 'ir']],
    ['ado', ['ar']],
    ['ido', ['er', 'ir']],
    ['aba', ['ar']],
    ['ía', ['er', 'ir']],
    ['a', ['o', 'ar']],
    ['s', ['']],
  ],
  it: [
    ['ando', ['are']],
    ['endo', ['ere', 'ire']],
    ['ato', ['are']],
    ['uto', ['ere']],
    ['ito', ['ire']],
    ['i', ['o', 'e', 'a']],
    ['e', ['a']],
    ['a', ['o', 'are']],
  ],
  pt: [
    ['ões', ['ão']],
    ['ais', ['al']],
    ['ndo', ['r']],
    ['ado', ['ar']],
    ['ido', ['er', 'ir']],
    ['as', ['a', 'ar']],
    ['a', ['o', 'ar']],
    ['s', ['']],
  ],
  ru: [
    ...[
      'ами',
      'ями',
      'ого',
      'его',
      'ому',
      'ему',
      'ыми',
      'ими',
      'ах',
      'ях',
      'ов',
      'ев',
      'ой',
      'ей',
      'ом',
      'ем',
      'ам',
      'ям',
    ].map((ending): [string, readonly string[]] => [ending, ['', 'а', 'я', 'о', 'ый', 'ий', 'ь']]),
    ...['а', 'я', 'ы', 'и', 'у', 'ю', 'е', 'о'].map((ending): [string, readonly string[]] => [
      ending,
      ['', 'а', 'я', 'ь', 'ый', 'ий'],
    ]),
  ],
};

/** The word itself, as dictionaries may write it. */
export function spellings(word: string): string[] {
  const bare = bareWord(word);
  const forms = [word.trim(), bare, bare.replace(/\u00ad/gu, ''), bare.replace(/-\s*/gu, '')];
  return [...new Set(forms.filter((form) => form !== ''))];
}

function bareWord(word: string): string {
  return word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '').replace(/[’']s$/u, '');
}

/** What it may be a form of, likeliest first; nothing twice. `language`: BCP 47. Without the lexicon by endings alone. */
export async function baseForms(word: string, language: string): Promise<string[]> {
  const bare = bareWord(word);
  const forms = new Set<string>();
  const small = bare.toLowerCase();
  const primary = language.toLowerCase().split('-')[0] ?? '';
  if (/^[a-z'’-]+$/u.test(small)) for (const form of await englishForms(small)) forms.add(form);
  for (const [ending, instead] of (Object.hasOwn(endings, primary) ? endings[primary] : endings.en) ?? []) {
    if (small.length <= ending.length + 2 || !small.endsWith(ending)) continue;
    const stem = small.slice(0, -ending.length);
    for (const other of instead) forms.add(stem + other);
    // Running, stopped.
    if (primary !== 'de' && /([^aeiou])\1$/u.test(stem)) forms.add(stem.slice(0, -1));
  }
  forms.delete('');
  return [...forms];
}

async function englishForms(word: string): Promise<string[]> {
  try {
    const { noun, verb, adjective } = await loadEnglish();
    return [verb(word), noun(word), adjective(word)].filter((form) => form !== word);
  } catch (error) {
    // No dictionary is to blame for that.
    reportError(error);
    return [];
  }
}
