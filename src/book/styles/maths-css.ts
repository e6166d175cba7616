// Formulas: a face that has their signs, and `mfenced`, which MathML once had and browsers no longer know. Its fences are
// drawn, as tall as what they hold, and nothing is put into the chapter.

import { formulaTablesCss } from '../layout/align-formulas.ts';

const faces = '"STIX Two Math", "Latin Modern Math", "Libertinus Math", "DejaVu Math TeX Gyre", "Noto Sans Math", math';

export const mathsFaceCss = `font-family: ${faces}`;

/** A fence of ten by a hundred that is drawn over its whole height with lines of one width. */
const shapes: Readonly<Record<string, string>> = {
  '(': 'M8 1 C1 20 1 80 8 99',
  ')': 'M2 1 C9 20 9 80 2 99',
  '[': 'M8 1 H3 V99 H8',
  ']': 'M2 1 H7 V99 H2',
  '{': 'M9 1 C4 1 5 8 5 25 C5 44 5 49 1 50 C5 51 5 56 5 75 C5 92 4 99 9 99',
  '}': 'M1 1 C6 1 5 8 5 25 C5 44 5 49 9 50 C5 51 5 56 5 75 C5 92 6 99 1 99',
  '|': 'M5 0 V100',
  '‖': 'M3 0 V100 M7 0 V100',
  '∥': 'M3 0 V100 M7 0 V100',
  '〈': 'M8 1 L2 50 L8 99',
  '〉': 'M2 1 L8 50 L2 99',
  '\u2329': 'M8 1 L2 50 L8 99',
  '\u232a': 'M2 1 L8 50 L2 99',
  '⟨': 'M8 1 L2 50 L8 99',
  '⟩': 'M2 1 L8 50 L2 99',
  '⌊': 'M3 0 V99 H9',
  '⌋': 'M7 0 V99 H1',
  '⌈': 'M9 1 H3 V100',
  '⌉': 'M1 1 H7 V100',
};

const nothing = 'linear-gradient(transparent, transparent)';

/** `ink` as a hexadecimal colour. */
export function mathsCss(ink: string, fontSize: number): string {
  const width = Math.max(1.5, fontSize * 0.05);
  const drawn = ([sign, path]: [string, string], side: 'open' | 'close') =>
    `mfenced[${side}="${sign}"] { --${side}: ${picture(path, ink, width)}; padding-inline-${side === 'open' ? 'start' : 'end'}: 0.42em; }`;
  const sides = (['open', 'close'] as const).flatMap((side) =>
    Object.entries(shapes).map((shape) => drawn(shape, side)),
  );
  const known = Object.keys(shapes).map((sign) => `"${sign}"`);
  /** Any other sign is set as it is. */
  const others = (['open', 'close'] as const).map((side) => {
    const rule = `mfenced[${side}]:not(${['""', ...known].map((sign) => `[${side}=${sign}]`).join(', ')})`;
    return `${rule} { --${side}: ${nothing}; padding-inline-${side === 'open' ? 'start' : 'end'}: 0; }
${rule}::${side === 'open' ? 'before' : 'after'} { content: attr(${side}); }`;
  });
  return `${formulaTablesCss}
mfenced { --open: ${picture(shapes['('] ?? '', ink, width)}; --close: ${picture(shapes[')'] ?? '', ink, width)}; padding-inline: 0.42em;
  background: var(--open) left / 0.34em 100% no-repeat, var(--close) right / 0.34em 100% no-repeat; }
mfenced:not(:has(mtable, mfrac, munder, mover, munderover)) { padding-block: 0.3em 0.2em; }
mfenced[open=""] { --open: ${nothing}; padding-inline-start: 0; }
mfenced[close=""] { --close: ${nothing}; padding-inline-end: 0; }
${sides.join('\n')}
${others.join('\n')}
mfenced:not([separators=""]) > :not(:last-child)::after { content: ", "; }`;
}

function picture(path: string, ink: string, width: number): string {
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 100' preserveAspectRatio='none'><path d='${path}' fill='none' stroke='${ink}' stroke-width='${width}' vector-effect='non-scaling-stroke'/></svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`;
}
