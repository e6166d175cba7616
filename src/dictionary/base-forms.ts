// Which words of a dictionary a word of a book may be a form of. English by a lexicon that is fetched at the first
// question; other languages by their commonest endings, of which only those count that a dictionary has. A word that is
// a headword itself ("left", "saw") is asked about more strictly: an ending alone would make "corn" of "corner".

interface Lemmatizer {
  noun(word: string): string;
  verb(word: string): string;
  adjective(word: string): string;
}

/** Form → base form. */
type Irregular = Readonly<Record<string, string>>;

/** A CommonJS module: what it exports may stand under `default`. */
const exported = <T extends object>(module: T | { default: T }): T => ('default' in module ? module.default : module);

/** What `load` gives, once for all; after a failure anew: Chromium does not keep a module that could not be fetched. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}

const loadEnglish = once<Lemmatizer>(async () => exported(await import('wink-lemmatizer')));

/** A tenth of the lexicon: "found", "mice", "better". */
const loadIrregular = once<Irregular[]>(async () => {
  const tables = await Promise.all([
    import('wink-lexicon/src/wn-verb-exceptions.js'),
    import('wink-lexicon/src/wn-noun-exceptions.js'),
    import('wink-lexicon/src/wn-adjective-exceptions.js'),
  ]);
  return tables.map(exported);
});

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

/**
 * Ending → those of the infinitives of which a word with it is a form whenever there are such verbs. Only where a verb's
 * forms are so regular: nouns and adjectives that end alike belong to other words ("porte" to none that is "port").
 */
const infinitives: Readonly<Record<string, readonly [string, readonly string[]][]>> = {
  fr: [
    ['aient', ['er']],
    ['ait', ['er']],
    ['ons', ['er']],
    ['ent', ['er']],
    ['ez', ['er']],
    ['es', ['er']],
    ['e', ['er']],
  ],
  de: [
    ['test', ['en']],
    ['te', ['en']],
    ['st', ['en']],
    ['t', ['en']],
    ['e', ['en']],
  ],
  es: [
    ['as', ['ar']],
    ['an', ['ar']],
    ['es', ['er', 'ir']],
    ['en', ['er', 'ir']],
    ['a', ['ar']],
    ['e', ['er', 'ir']],
    ['o', ['ar', 'er', 'ir']],
  ],
  it: [
    ['a', ['are']],
    ['e', ['ere', 'ire']],
    ['o', ['are', 'ere', 'ire']],
  ],
  pt: [
    ['as', ['ar']],
    ['am', ['ar']],
    ['a', ['ar']],
    ['e', ['er', 'ir']],
    ['o', ['ar', 'er', 'ir']],
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

/** What a word that no dictionary has as it stands may be a form of. */
export interface BaseForms {
  /** By the lexicon; likeliest first. */
  known: string[];
  /** By endings alone: only the first of them that a dictionary has is to be believed. */
  guessed: string[];
}

/** `language`: BCP 47. Without the lexicon by endings alone. */
export async function baseForms(word: string, language: string): Promise<BaseForms> {
  const small = bareWord(word).toLowerCase();
  const primary = primaryLanguage(language);
  const known = latin.test(small) ? await englishForms(small) : [];
  const guessed = new Set<string>();
  for (const [ending, instead] of (Object.hasOwn(endings, primary) ? endings[primary] : endings.en) ?? []) {
    const stem = stemBefore(small, ending);
    if (stem === undefined) continue;
    for (const other of instead) guessed.add(stem + other);
    // Running, stopped.
    if (primary !== 'de' && /([^aeiou])\1$/u.test(stem)) guessed.add(stem.slice(0, -1));
  }
  for (const form of ['', ...known]) guessed.delete(form);
  // Of a text in another language an English word is a guess as well, if a better one.
  return isEnglish(primary) ? { known, guessed: [...guessed] } : { known: [], guessed: [...known, ...guessed] };
}

/**
 * Of which words a headword is a form besides, likeliest first ("found" of "find"); nothing where that is not certain.
 * Most questions are answered without the lexicon's large part.
 */
export async function formsOfHeadword(word: string, language: string): Promise<string[]> {
  const bare = bareWord(word);
  const small = bare.toLowerCase();
  const primary = primaryLanguage(language);
  if (isEnglish(primary)) {
    if (!latin.test(small)) return [];
    return /(?:[^s]s|ed|ing)$/u.test(small) ? englishForms(small) : irregularForms(small);
  }
  // A noun, which no infinitive's form is.
  if (primary === 'de' && bare !== small) return [];
  const [ending, instead] = infinitives[primary]?.find(([end]) => stemBefore(small, end) !== undefined) ?? ['', []];
  return instead.map((infinitive) => `${stemBefore(small, ending)}${infinitive}`);
}

const latin = /^[a-z'’-]+$/u;
const primaryLanguage = (language: string): string => language.toLowerCase().split('-')[0] ?? '';
/** Where the language of the text is none of those below, words in Latin letters are taken for English. */
const isEnglish = (primary: string): boolean => primary === 'en' || !Object.hasOwn(endings, primary);

/** `undefined` where too little would be left of the word, or it ends in something else. */
function stemBefore(word: string, ending: string): string | undefined {
  return word.length > ending.length + 2 && word.endsWith(ending) ? word.slice(0, -ending.length) : undefined;
}

async function englishForms(word: string): Promise<string[]> {
  return others(word, async () => {
    const { noun, verb, adjective } = await loadEnglish();
    return [verb(word), noun(word), adjective(word)];
  });
}

async function irregularForms(word: string): Promise<string[]> {
  return others(word, async () => {
    const tables = await loadIrregular();
    return tables.flatMap((table) => (Object.hasOwn(table, word) ? [table[word] as string] : []));
  });
}

/** Each once, without the word itself. */
async function others(word: string, forms: () => Promise<string[]>): Promise<string[]> {
  try {
    return [...new Set(await forms())].filter((form) => form !== word);
  } catch (error) {
    // No dictionary is to blame for that.
    reportError(error);
    return [];
  }
}
