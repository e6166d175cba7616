// How marks and the selection are drawn: one named highlight for each style and grey.

const markStyles = ['line', 'wave', 'marker', 'thought', 'others'] as const;
type Style = 0 | 1 | 2 | 3 | 4;
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
export function highlightName(style: Style, grey: 0 | 1 | 2 | 3 | 4 | 5): string {
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
/** Chromium draws no lines of highlights in vertical writing, so greys tell the styles apart. */
const verticalWashes = ['#ddd', '#bbb', '#999'];
const verticalNightWashes = ['#333', '#555', '#777'];

/**
 * Per cent of the font's size: with em a browser works every rule out for every element (measured: 20 of 24 ms of a
 * chapter's styles).
 */
export function markCss(night: boolean): string {
  const ink = inkOf(night);
  const rules = greys.flatMap((grey) => {
    const line = (night ? nightInks : inks)[grey];
    const wash = (night ? nightWashes : washes)[grey] ?? '';
    return [
      `${drawnAs}(${highlightName(0, grey)}) { text-decoration: underline solid ${line} max(2px, 8%); text-underline-offset: 18%; }`,
      `${drawnAs}(${highlightName(1, grey)}) { text-decoration: underline wavy ${line} max(2px, 6%); text-underline-offset: 18%; }`,
      `${drawnAs}(${highlightName(2, grey)}) { background-color: ${wash}; color: ${inkOn(wash)}; }`,
    ];
  });
  return `${rules.join('\n')}
${drawnAs}(${highlightName(3, 0)}) { text-decoration: underline dotted ${ink} max(2px, 8%); text-underline-offset: 18%; }
${drawnAs}(${highlightName(4, 0)}) { text-decoration: underline dashed ${night ? '#999' : '#777'} max(2px, 6%); text-underline-offset: 18%; }
${momentaryCss(night)}`;
}

/** In the stead of `markCss` where lines run downwards. */
export function verticalMarkCss(night: boolean): string {
  const rules = styled.flatMap((style) =>
    greys.map((grey) => {
      const own = (night ? nightWashes : washes)[grey];
      const wash = (grey === 0 ? (night ? verticalNightWashes : verticalWashes)[style] : own) ?? '';
      const name = highlightName(style, grey);
      return `${drawnAs}(${name}) { background-color: ${wash}; color: ${inkOn(wash)}; }`;
    }),
  );
  const [thought, others] = night ? ['#444', '#2a2a2a'] : ['#ddd', '#eee'];
  return `${rules.join('\n')}
${drawnAs}(${highlightName(3, 0)}) { background-color: ${thought}; }
${drawnAs}(${highlightName(4, 0)}) { background-color: ${others}; }
${momentaryCss(night)}`;
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
