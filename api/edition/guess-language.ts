// Guesses the language of a text from its characters and most frequent words. Says nothing when it cannot tell.

import { simplified, traditional } from './frequent-characters.ts';

const sampleUnits = 20_000;
const words: Record<string, readonly string[]> = {
  en: ['the', 'and', 'of', 'to', 'was', 'that', 'with', 'his'],
  de: ['der', 'und', 'die', 'das', 'nicht', 'ich', 'ein', 'mit'],
  fr: ['le', 'et', 'la', 'les', 'une', 'que', 'dans', 'des'],
  es: ['el', 'que', 'los', 'una', 'por', 'las', 'con', 'del'],
  it: ['il', 'che', 'di', 'non', 'una', 'per', 'della', 'gli'],
  pt: ['que', 'não', 'uma', 'os', 'com', 'para', 'ao', 'seu'],
  nl: ['het', 'een', 'van', 'niet', 'dat', 'zijn', 'met', 'ik'],
};

/** BCP 47, by the first 20,000 UTF-16 units; empty when it cannot be told. */
export function guessLanguage(text: string): string {
  const sample = text.slice(0, sampleUnits);
  const count = (pattern: RegExp) => sample.match(pattern)?.length ?? 0;
  const letters = count(/\p{L}/gu);
  if (letters < 20) return '';
  if (count(/[\u3041-\u30fe]/g) > letters * 0.1) return 'ja';
  if (count(/[\uac00-\ud7a3]/g) > letters * 0.3) return 'ko';
  if (count(/\p{Script=Han}/gu) > letters * 0.3) return chinese(sample);
  if (count(/[іїєґІЇЄҐ]/g) > letters * 0.01) return 'uk';
  if (count(/\p{Script=Cyrillic}/gu) > letters * 0.5) return 'ru';
  if (count(/\p{Script=Greek}/gu) > letters * 0.5) return 'el';
  if (count(/\p{Script=Hebrew}/gu) > letters * 0.5) return 'he';
  if (count(/\p{Script=Arabic}/gu) > letters * 0.5) return 'ar';
  return western(sample);
}

function chinese(sample: string): string {
  let hans = 0;
  let hant = 0;
  for (const character of sample) {
    const isHans = simplified.has(character);
    const isHant = traditional.has(character);
    if (isHans && !isHant) hans++;
    if (isHant && !isHans) hant++;
  }
  return hant > hans ? 'zh-Hant' : 'zh-Hans';
}

function western(sample: string): string {
  const said = sample.toLowerCase().match(/\p{L}+/gu) ?? [];
  const counts = Map.groupBy(said, (word) => word);
  const scores = Object.entries(words).map(([language, list]) => ({
    language,
    score: list.reduce((sum, word) => sum + (counts.get(word)?.length ?? 0), 0) / said.length,
  }));
  const best = scores.reduce((a, b) => (b.score > a.score ? b : a));
  return best.score > 0.06 ? best.language : '';
}
