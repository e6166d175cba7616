// What a character is to a search, and what it is compared as: compatibility forms, case and the diacritics of
// alphabets are folded away. The same for texts and for what is typed.

/** Kinds of character, small numbers because a text has one for each of its units. */
export const kinds = {
  /** Punctuation and symbols. */
  mark: 0,
  /** White space, and the dots inside of foreign names in Chinese and Japanese. */
  space: 1,
  /** Letters and digits of words that spaces separate. */
  word: 2,
  /** Characters of scripts that are found at any place: Chinese, Japanese, Korean, Thai and their like. */
  single: 3,
  /** Diacritics of alphabets: part of their letter, and not compared. */
  diacritic: 4,
  /** Counts for nothing: soft hyphens, marks of direction, joiners. */
  format: 5,
} as const;

const unknown = 255;
const kindTable = new Uint8Array(65_536).fill(unknown);
/** One unit for most characters; 0 where `longFolds` has more, or other, than one. */
const foldTable = new Uint16Array(65_536);
const longFolds = new Map<number, string>();
const astralKinds = new Map<number, number>();

const singleScripts =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}\p{scx=Yiii}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]/u;
const counted = /[\p{L}\p{N}\p{M}]/u;
const space = /[\s·•‧・･]/u;
const alphabets = /[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Arab}\p{sc=Hebr}]/u;
const marked = /\p{M}/u;
const marksOfAlphabets = /[\p{scx=Latn}\p{scx=Grek}\p{scx=Cyrl}\p{scx=Arab}\p{scx=Hebr}\p{sc=Zinh}]/u;
/** Of kana: they make another letter. */
const voicing = /[\u3099\u309a]/;
const formatting = /[\p{Cf}\u0640\p{Variation_Selector}]/u;

/** Letters that decomposition leaves alone, as people without the right keys type them. */
const spelled: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
  ى: 'ي',
  ة: 'ه',
  ی: 'ي',
  ک: 'ك',
};

/** Of a character of the basic plane, and from a table alone once it was met. */
export function kindOfUnit(unit: number): number {
  const known = kindTable[unit] as number;
  return known === unknown ? learn(unit) : known;
}

export function kindOf(codePoint: number): number {
  if (codePoint > 0xffff) {
    const known = astralKinds.get(codePoint);
    return known ?? learn(codePoint);
  }
  return kindOfUnit(codePoint);
}

/** What it is compared as, when that is one unit; 0 when it is not, and `longFoldOf` says what. */
export function foldOf(unit: number): number {
  return foldTable[unit] as number;
}

export function longFoldOf(codePoint: number): string {
  return longFolds.get(codePoint) ?? '';
}

function learn(codePoint: number): number {
  // Half a pair is no character.
  const isHalf = codePoint >= 0xd800 && codePoint <= 0xdfff;
  const { kind, folded } = isHalf ? { kind: kinds.mark, folded: '' } : describe(String.fromCodePoint(codePoint));
  if (codePoint <= 0xffff) {
    kindTable[codePoint] = kind;
    if (folded.length === 1) foldTable[codePoint] = folded.charCodeAt(0);
  } else astralKinds.set(codePoint, kind);
  if (folded.length > 1 || (codePoint > 0xffff && folded)) longFolds.set(codePoint, folded);
  return kind;
}

function describe(character: string): { kind: number; folded: string } {
  if (space.test(character)) return { kind: kinds.space, folded: '' };
  if (formatting.test(character)) return { kind: kinds.format, folded: '' };
  if (isDiacritic(character)) return { kind: kinds.diacritic, folded: '' };
  const folded = [...fold(character)].filter((each) => counted.test(each)).join('');
  if (!folded) return { kind: kinds.mark, folded: '' };
  return { kind: singleScripts.test(firstOf(folded)) ? kinds.single : kinds.word, folded };
}

const firstOf = (text: string) => String.fromCodePoint(text.codePointAt(0) ?? 0);
const isDiacritic = (character: string) =>
  marked.test(character) && marksOfAlphabets.test(character) && !voicing.test(character);

function fold(character: string): string {
  const plain = character.normalize('NFKC').toLowerCase();
  if (!alphabets.test(plain)) return plain;
  const letters = [...plain.normalize('NFD')].filter((letter) => !isDiacritic(letter));
  return letters
    .map((letter) => spelled[letter] ?? letter)
    .join('')
    .normalize('NFC');
}
