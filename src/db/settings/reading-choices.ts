// What each setting of the type can be set to, from least to most.

import type { ReadingSettings } from './reading-settings.ts';

export type ReadingField = keyof ReadingSettings;
export type ReadingValue = ReadingSettings[ReadingField];

const sides = [-4, -3, -2, -1, 0, 1, 2, 3, 4, 6, 8, 10];
const flags = [false, true];

/** `fontFamily` has the reader's own fonts besides. */
export const readingValues: { readonly [F in ReadingField]: readonly ReadingSettings[F][] } = {
  fontSize: [60, 70, 80, 90, 100, 110, 120, 130, 140, 150, 160, 170, 180, 190, 200, 210, 220, 230, 240, 250, 260],
  fontFamily: ['book', 'serif', 'old', 'sans'],
  weight: [0, 1, 2, 3, 4],
  lineHeight: [1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 2, 2.1, 2.2, 2.3, 2.4],
  margin: [0, 1, 2, 3, 4],
  marginTop: sides,
  marginBottom: sides,
  marginLeft: sides,
  marginRight: sides,
  paragraphSpacing: [-1, 0, 0.25, 0.5, 0.75, 1, 1.5, 2],
  indent: [-1, 0, 1, 1.5, 2, 3, 4],
  letterSpacing: [-5, -3, 0, 3, 5, 8, 10, 15, 20],
  wordSpacing: [-10, 0, 10, 20, 30, 50],
  columns: [0, 1, 2],
  align: ['book', 'left', 'justify'],
  hyphenate: flags,
  publisherStyles: flags,
  writing: ['book', 'horizontal', 'vertical'],
  script: ['book', 'simplified', 'traditional', 'taiwan', 'hongKong'],
  night: flags,
  header: flags,
};

/** What most readers change comes first. */
export const readingFields: readonly ReadingField[] = [
  'fontSize',
  'fontFamily',
  'lineHeight',
  'margin',
  'weight',
  'night',
  'align',
  'hyphenate',
  'publisherStyles',
  'paragraphSpacing',
  'indent',
  'columns',
  'script',
  'writing',
  'letterSpacing',
  'wordSpacing',
  'header',
  'marginTop',
  'marginBottom',
  'marginLeft',
  'marginRight',
];

/** The faces to choose from, the reader's own last. */
export function fontChoices(own: readonly { family: string }[]): ReadingSettings['fontFamily'][] {
  return [...readingValues.fontFamily, ...own.map(({ family }) => `font:${family}` as const)];
}
