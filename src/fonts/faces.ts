// The faces that come with the client, so that text is set alike on every tablet: Literata for reading, Atkinson
// Hyperlegible for menus and for readers who see little, STIX Two Math for formulas. Data only: who shows text loads them.

import math from '@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff2?url';
import atkinsonItalicExt from '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-ext-wght-italic.woff2?url';
import atkinsonExt from '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-ext-wght-normal.woff2?url';
import atkinsonItalic from '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-italic.woff2?url';
import atkinson from '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2?url';
import hyperlegibleRanges from '@fontsource-variable/atkinson-hyperlegible-next/unicode.json';
import cyrillicItalic from '@fontsource-variable/literata/files/literata-cyrillic-opsz-italic.woff2?url';
import cyrillic from '@fontsource-variable/literata/files/literata-cyrillic-opsz-normal.woff2?url';
import greekExtItalic from '@fontsource-variable/literata/files/literata-greek-ext-opsz-italic.woff2?url';
import greekExt from '@fontsource-variable/literata/files/literata-greek-ext-opsz-normal.woff2?url';
import greekItalic from '@fontsource-variable/literata/files/literata-greek-opsz-italic.woff2?url';
import greek from '@fontsource-variable/literata/files/literata-greek-opsz-normal.woff2?url';
import latinExtItalic from '@fontsource-variable/literata/files/literata-latin-ext-opsz-italic.woff2?url';
import latinExt from '@fontsource-variable/literata/files/literata-latin-ext-opsz-normal.woff2?url';
import latinItalic from '@fontsource-variable/literata/files/literata-latin-opsz-italic.woff2?url';
import latin from '@fontsource-variable/literata/files/literata-latin-opsz-normal.woff2?url';
import vietnameseItalic from '@fontsource-variable/literata/files/literata-vietnamese-opsz-italic.woff2?url';
import vietnamese from '@fontsource-variable/literata/files/literata-vietnamese-opsz-normal.woff2?url';
import literataRanges from '@fontsource-variable/literata/unicode.json';

export interface Face {
  family: string;
  style: 'normal' | 'italic';
  /** CSS: one weight, or the range of a variable face. */
  weight: string;
  /** CSS; empty for all characters. */
  unicodeRange: string;
  /** Of our own files. */
  url: string;
  /** ISO 15924 of what it is for. */
  script: 'Latn' | 'Cyrl' | 'Grek' | 'Zmth';
}

export const readingFamily = 'Literata';
export const plainFamily = 'Atkinson Hyperlegible Next';
export const mathFamily = 'STIX Two Math';

const literata = (script: Face['script'], unicodeRange: string, upright: string, italic: string): Face[] => [
  { family: readingFamily, style: 'normal', weight: '200 900', unicodeRange, url: upright, script },
  { family: readingFamily, style: 'italic', weight: '200 900', unicodeRange, url: italic, script },
];
const hyperlegible = (unicodeRange: string, upright: string, italic: string): Face[] => [
  { family: plainFamily, style: 'normal', weight: '200 800', unicodeRange, url: upright, script: 'Latn' },
  { family: plainFamily, style: 'italic', weight: '200 800', unicodeRange, url: italic, script: 'Latn' },
];

/** Later ones come before earlier ones where both have a character. */
export const faces: readonly Face[] = [
  ...literata('Grek', literataRanges['greek-ext'], greekExt, greekExtItalic),
  ...literata('Grek', literataRanges.greek, greek, greekItalic),
  ...literata('Cyrl', literataRanges.cyrillic, cyrillic, cyrillicItalic),
  ...literata('Latn', literataRanges.vietnamese, vietnamese, vietnameseItalic),
  ...literata('Latn', literataRanges['latin-ext'], latinExt, latinExtItalic),
  ...literata('Latn', literataRanges.latin, latin, latinItalic),
  ...hyperlegible(hyperlegibleRanges['latin-ext'], atkinsonExt, atkinsonItalicExt),
  ...hyperlegible(hyperlegibleRanges.latin, atkinson, atkinsonItalic),
  { family: mathFamily, style: 'normal', weight: '400', unicodeRange: '', url: math, script: 'Zmth' },
];
