// Which table of TeX patterns divides the words of a language. A table is loaded at its first use.

/** Levels of the patterns; the trie of their letters with numbers into the levels; words with places of their own. */
export type PatternTable = [
  levels: readonly (readonly number[])[],
  trie: PatternNode,
  exceptions?: Readonly<Record<string, readonly number[]>>,
];

export type PatternEntry = number | PatternNode | [PatternNode, number];

export interface PatternNode {
  readonly [letter: string]: PatternEntry;
}

const tables: Readonly<Record<string, () => Promise<unknown>>> = {
  af: () => import('hyphen/patterns/af.js'),
  as: () => import('hyphen/patterns/as.js'),
  be: () => import('hyphen/patterns/be.js'),
  bg: () => import('hyphen/patterns/bg.js'),
  bn: () => import('hyphen/patterns/bn.js'),
  ca: () => import('hyphen/patterns/ca.js'),
  cs: () => import('hyphen/patterns/cs.js'),
  cy: () => import('hyphen/patterns/cy.js'),
  da: () => import('hyphen/patterns/da.js'),
  de: () => import('hyphen/patterns/de-1996.js'),
  'de-1901': () => import('hyphen/patterns/de-1901.js'),
  'de-ch': () => import('hyphen/patterns/de-1996.js'),
  el: () => import('hyphen/patterns/el-monoton.js'),
  'el-polyton': () => import('hyphen/patterns/el-polyton.js'),
  en: () => import('hyphen/patterns/en-us.js'),
  'en-au': () => import('hyphen/patterns/en-gb.js'),
  'en-gb': () => import('hyphen/patterns/en-gb.js'),
  'en-ie': () => import('hyphen/patterns/en-gb.js'),
  'en-in': () => import('hyphen/patterns/en-gb.js'),
  'en-nz': () => import('hyphen/patterns/en-gb.js'),
  'en-za': () => import('hyphen/patterns/en-gb.js'),
  es: () => import('hyphen/patterns/es.js'),
  et: () => import('hyphen/patterns/et.js'),
  eu: () => import('hyphen/patterns/eu.js'),
  fi: () => import('hyphen/patterns/fi.js'),
  fr: () => import('hyphen/patterns/fr.js'),
  fur: () => import('hyphen/patterns/fur.js'),
  ga: () => import('hyphen/patterns/ga.js'),
  gl: () => import('hyphen/patterns/gl.js'),
  grc: () => import('hyphen/patterns/grc.js'),
  gu: () => import('hyphen/patterns/gu.js'),
  hi: () => import('hyphen/patterns/hi.js'),
  hr: () => import('hyphen/patterns/hr.js'),
  hsb: () => import('hyphen/patterns/hsb.js'),
  hu: () => import('hyphen/patterns/hu.js'),
  hy: () => import('hyphen/patterns/hy.js'),
  ia: () => import('hyphen/patterns/ia.js'),
  id: () => import('hyphen/patterns/id.js'),
  is: () => import('hyphen/patterns/is.js'),
  it: () => import('hyphen/patterns/it.js'),
  ka: () => import('hyphen/patterns/ka.js'),
  kmr: () => import('hyphen/patterns/kmr.js'),
  kn: () => import('hyphen/patterns/kn.js'),
  la: () => import('hyphen/patterns/la.js'),
  lt: () => import('hyphen/patterns/lt.js'),
  lv: () => import('hyphen/patterns/lv.js'),
  ml: () => import('hyphen/patterns/ml.js'),
  mn: () => import('hyphen/patterns/mn-cyrl.js'),
  mr: () => import('hyphen/patterns/mr.js'),
  nb: () => import('hyphen/patterns/nb.js'),
  nl: () => import('hyphen/patterns/nl.js'),
  nn: () => import('hyphen/patterns/nn.js'),
  no: () => import('hyphen/patterns/nb.js'),
  oc: () => import('hyphen/patterns/oc.js'),
  pa: () => import('hyphen/patterns/pa.js'),
  pl: () => import('hyphen/patterns/pl.js'),
  pms: () => import('hyphen/patterns/pms.js'),
  pt: () => import('hyphen/patterns/pt.js'),
  rm: () => import('hyphen/patterns/rm.js'),
  ro: () => import('hyphen/patterns/ro.js'),
  ru: () => import('hyphen/patterns/ru.js'),
  sk: () => import('hyphen/patterns/sk.js'),
  sl: () => import('hyphen/patterns/sl.js'),
  sr: () => import('hyphen/patterns/sr-cyrl.js'),
  'sr-latn': () => import('hyphen/patterns/sh-latn.js'),
  sv: () => import('hyphen/patterns/sv.js'),
  ta: () => import('hyphen/patterns/ta.js'),
  te: () => import('hyphen/patterns/te.js'),
  tk: () => import('hyphen/patterns/tk.js'),
  tr: () => import('hyphen/patterns/tr.js'),
  uk: () => import('hyphen/patterns/uk.js'),
};

/** The name of the table for a language (BCP 47); `undefined` for one whose words are not divided. */
export function patternsFor(language: string): string | undefined {
  const parts = language.trim().toLowerCase().replaceAll('_', '-').split('-');
  for (let length = parts.length; length > 0; length--) {
    const tag = parts.slice(0, length).join('-');
    if (Object.hasOwn(tables, tag)) return tag;
  }
  return undefined;
}

/** Rejects when the table cannot be loaded. */
export async function loadPatterns(name: string): Promise<PatternTable> {
  const module = (await tables[name]?.()) as { default: PatternTable };
  return module.default;
}
