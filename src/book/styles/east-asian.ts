// Faces and rules for Chinese, Japanese and Korean. The same character is drawn differently in each, so faces are chosen
// by language: first those of Debian's packages, then what other systems have.

import type { ReadingStyle } from '../book.ts';

type Kind = ReadingStyle['eastAsian'];

/** The languages that share a set of faces, as `:lang()` matches them; the general one comes before the special. */
const writings = ['zh', 'zh-Hant', 'zh-TW', 'zh-HK', 'zh-MO', 'ja', 'ko'] as const;
export type EastAsianWriting = (typeof writings)[number];

interface Faces {
  serif: string[];
  sans: string[];
  kai: string[];
}

const simplified: Faces = {
  serif: ['Noto Serif CJK SC', 'Source Han Serif SC', 'Source Han Serif CN', 'Songti SC', 'AR PL UMing CN'],
  sans: ['Noto Sans CJK SC', 'Source Han Sans SC', 'Source Han Sans CN', 'PingFang SC', 'WenQuanYi Micro Hei'],
  kai: ['LXGW WenKai', 'Kaiti SC', 'AR PL UKai CN', 'Noto Serif CJK SC'],
};
const traditional: Faces = {
  serif: ['Noto Serif CJK TC', 'Source Han Serif TC', 'Songti TC', 'AR PL UMing TW'],
  sans: ['Noto Sans CJK TC', 'Source Han Sans TC', 'PingFang TC'],
  kai: ['LXGW WenKai TC', 'Kaiti TC', 'AR PL UKai TW', 'Noto Serif CJK TC'],
};
const hongKong: Faces = {
  serif: ['Noto Serif CJK HK', 'Source Han Serif HC', ...traditional.serif],
  sans: ['Noto Sans CJK HK', 'Source Han Sans HC', 'PingFang HK', ...traditional.sans],
  kai: ['LXGW WenKai TC', 'AR PL UKai HK', 'Noto Serif CJK HK', ...traditional.kai],
};
const facesByWriting: Record<EastAsianWriting, Faces> = {
  zh: simplified,
  'zh-Hant': traditional,
  'zh-TW': traditional,
  'zh-HK': hongKong,
  'zh-MO': hongKong,
  ja: {
    serif: ['Noto Serif CJK JP', 'Source Han Serif', 'Hiragino Mincho ProN', 'IPAexMincho'],
    sans: ['Noto Sans CJK JP', 'Source Han Sans', 'Hiragino Sans', 'IPAexGothic'],
    kai: ['Klee One', 'Noto Serif CJK JP'],
  },
  ko: {
    serif: ['Noto Serif CJK KR', 'Source Han Serif K', 'AppleMyungjo', 'UnBatang'],
    sans: ['Noto Sans CJK KR', 'Source Han Sans K', 'Apple SD Gothic Neo', 'UnDotum'],
    kai: ['Gowun Batang', 'Noto Serif CJK KR'],
  },
};

/** `undefined` for a language that is written otherwise. */
export function eastAsianWriting(language: string): EastAsianWriting | undefined {
  const tag = language.trim().replaceAll('_', '-').toLowerCase();
  const found = writings.findLast((writing) => {
    const lower = writing.toLowerCase();
    return tag === lower || tag.startsWith(`${lower}-`);
  });
  return found;
}

const scripts: Partial<Record<ReadingStyle['script'], EastAsianWriting>> = {
  simplified: 'zh',
  traditional: 'zh-Hant',
  taiwan: 'zh-TW',
  hongKong: 'zh-HK',
};

/** What a text of this writing is shown in. */
export function shownWriting(writing: EastAsianWriting, script: ReadingStyle['script']): EastAsianWriting {
  return writing.startsWith('zh') ? (scripts[script] ?? writing) : writing;
}

/** Family names for a language, quoted; empty for one that is written otherwise. */
export function eastAsianFaces(language: string, kind: Kind, script: ReadingStyle['script']): string[] {
  const writing = eastAsianWriting(language);
  return writing ? facesByWriting[shownWriting(writing, script)][kind].map((name) => `"${name}"`) : [];
}

/** What is as wide as a character in Chinese and Japanese, and half as wide in faces made for other scripts. */
const wideMarks = 'U+00B7,U+2014-2015,U+2018-2019,U+201C-201D,U+2025-2026';
const characters = 'U+2E80-9FFF,U+F900-FAFF,U+FE30-FE4F,U+FF00-FFEF,U+20000-3FFFF';

/** A family that has only marks and characters of Chinese and Japanese; it comes before the Latin faces. */
export const wideFamily = '"Wide characters"';

/** Faces whose regular weight is known to every system by the family's own name. */
const knownByFamily = /^(?:Noto|Source Han) /;

/**
 * Empty for languages whose marks are those of Latin faces. What most of a text is made of is asked for first: the
 * browser sets every line anew for each face that lacks it (measured: a fifth of a Chinese chapter's layout). Other
 * weights of characters are left to the system: of a face with an axis for weights, a name gives none but the default.
 */
export function wideCss(language: string, { eastAsian, script }: Pick<ReadingStyle, 'eastAsian' | 'script'>): string {
  const writing = eastAsianWriting(language);
  if (!writing || writing === 'ko') return '';
  const names = facesByWriting[shownWriting(writing, script)][eastAsian];
  const others = names.findIndex((name) => !knownByFamily.test(name));
  const face = (weight: number, range: string, local: readonly string[]) =>
    local.length === 0
      ? ''
      : `@font-face { font-family: ${wideFamily}; src: ${local.map((name) => `local("${name}")`).join(', ')}; font-weight: ${weight}; unicode-range: ${range}; }\n`;
  const regular = [300, 400, 500].map((weight) => face(weight, wideMarks, names)).join('');
  const bold = names.map((name) => `${name} Bold`);
  // Its own kind, where that is installed, and not one that is known by another name.
  return regular + face(700, wideMarks, bold) + face(400, characters, names.slice(0, others < 0 ? undefined : others));
}

/** The rule that `css` makes of the faces of each writing, but for that of the chapter, which needs none. */
export function eastAsianRules(
  language: string,
  style: Pick<ReadingStyle, 'eastAsian' | 'script'>,
  css: (writing: EastAsianWriting, faces: string) => string,
): string {
  const own = eastAsianWriting(language) ?? '';
  return writings
    .filter((writing) => !own.startsWith(writing))
    .map((writing) => css(writing, eastAsianFaces(writing, style.eastAsian, style.script).join(', ')))
    .join('\n');
}
