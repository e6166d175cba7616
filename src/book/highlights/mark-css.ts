// How marks and the selection are drawn: one named highlight for each style and grey.

const markStyles = ['line', 'wave', 'marker', 'thought', 'others'] as const;
type Style = 0 | 1 | 2 | 3 | 4;
type Grey = 0 | 1 | 2 | 3 | 4 | 5;
/** The first three come in greys. */
const styled: readonly Style[] = [0, 1, 2];
const greys = [0, 1, 2, 3, 4, 5] as const;

/**
 * Before the name in brackets. Highlights take from those of the element around them, so the body's rules are enough: rules
 * for every element, which each of them is compared with, were half of what a chapter's styles take.
 */
export const drawnAs = 'body::highlight';

export const selectionName = 'octavo-selection';
/** What is being read aloud. */
export const spokenName = 'octavo-spoken';

/** `octavo-line`, and `octavo-line-2` for the second grey. */
export function highlightName(style: Style, grey: Grey): string {
  return `octavo-${markStyles[style]}${grey === 0 ? '' : `-${grey}`}`;
}

export const highlightNames: readonly string[] = [
  ...styled.flatMap((style) => greys.map((grey) => highlightName(style, grey))),
  highlightName(3, 0),
  highlightName(4, 0),
];

/** Of lines, from black to light; the first is a style without a grey. */
const inks = ['#000', '#aaa', '#888', '#666', '#333', '#000'];
/** Of markers, from light to dark. */
const washes = ['#ccc', '#e4e4e4', '#ccc', '#aaa', '#888', '#333'];
const nightInks = ['#fff', '#666', '#888', '#aaa', '#ddd', '#fff'];
const nightWashes = ['#555', '#2a2a2a', '#444', '#666', '#888', '#ccc'];

/** A line along marked words. `weight`: share of the font's size that it is thick. */
export interface MarkLine {
  kind: 'solid' | 'wavy' | 'dotted' | 'dashed';
  ink: string;
  weight: number;
}

/** `undefined` for marks that are a ground behind the words. */
export function markLine(style: Style, grey: Grey, night: boolean): MarkLine | undefined {
  const ink = (night ? nightInks : inks)[grey] ?? inkOf(night);
  if (style === 0) return { kind: 'solid', ink, weight: 0.08 };
  if (style === 1) return { kind: 'wavy', ink, weight: 0.06 };
  if (style === 3) return { kind: 'dotted', ink: inkOf(night), weight: 0.08 };
  return style === 4 ? { kind: 'dashed', ink: night ? '#999' : '#777', weight: 0.06 } : undefined;
}

/**
 * Per cent of the font's size: with em a browser works every rule out for every element (measured: 20 of 24 ms of a
 * chapter's styles). `lines`: with those along words; where text runs downwards Chromium draws
 * none, and others do it.
 */
export function markCss(night: boolean, lines = true): string {
  const rules = ([0, 1, 2, 3, 4] as const).flatMap((style) =>
    greys.filter((grey) => grey === 0 || styled.includes(style)).map((grey) => markRule(style, grey, { night, lines })),
  );
  return `${rules.join('\n')}
${momentaryCss(night)}`;
}

function markRule(style: Style, grey: Grey, { night, lines }: { night: boolean; lines: boolean }): string {
  const line = markLine(style, grey, night);
  if (line && !lines) return '';
  const wash = (night ? nightWashes : washes)[grey] ?? '';
  const drawn = line
    ? `text-decoration: underline ${line.kind} ${line.ink} max(2px, ${line.weight * 100}%); text-underline-offset: 18%;`
    : `background-color: ${wash}; color: ${inkOn(wash)};`;
  return `${drawnAs}(${highlightName(style, grey)}) { ${drawn} }`;
}

/** What is read aloud, and what is selected. */
function momentaryCss(night: boolean): string {
  return `${drawnAs}(${spokenName}) { background-color: ${night ? '#444' : '#ddd'}; color: ${inkOf(night)}; }
${drawnAs}(${selectionName}) { background-color: ${inkOf(night)}; color: ${inkOf(!night)}; }`;
}

function inkOf(night: boolean): string {
  return night ? '#fff' : '#000';
}

/** Black or white, whichever is read better on the grey. */
function inkOn(grey: string): string {
  const level = Number.parseInt(grey.slice(1, 2), 16);
  return level >= 8 ? '#000' : '#fff';
}
