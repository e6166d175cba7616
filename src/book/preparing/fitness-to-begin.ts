// How fit an element is to begin a page that the one before is left short for: a long chapter is cut into pieces, and the
// last page of each ends where the piece does. Knows markup, not sizes.

const strongStart = /^(h[12]|section|article|header)$/;
const goodStart = /^h[3-6]$/;
/** What is said before it is said to its end. */
const sentenceEnd = /[.!?。！？…”’"'»」』]/;
/** Letters of scripts without capitals begin sentences as well. */
const sentenceStart = /^[\p{Lu}\p{Lt}\p{Lo}\p{P}]/u;
/** What stands between scenes. */
const scene = /^[\s*⁂•·~#—–_-]{1,12}$/;

/** What stands before and in an element, as far as it matters. */
export interface Surroundings {
  /** The last character before it. */
  before: string;
  /** Between the two, a scene ended. */
  afterScene: boolean;
  /** Its first characters. */
  begins: string;
}

/** The higher, the fitter. */
export function fitnessOf(element: Element, { before, afterScene, begins }: Surroundings): number {
  const first = element.firstElementChild;
  const opens = first !== null && strongStart.test(first.localName) && goesBefore(first);
  if (strongStart.test(element.localName) || opens) return 4;
  if (goodStart.test(element.localName) || (first !== null && goodStart.test(first.localName))) return 3;
  if (element.localName === 'hr') return 0;
  if (afterScene) return 3;
  return sentenceEnd.test(before) && sentenceStart.test(begins) ? 1 : 0;
}

/** No words of the element stand before it. */
function goesBefore(first: Element): boolean {
  return (first.previousSibling?.textContent ?? '').trim() === '';
}

/** A rule, or signs in a paragraph of their own. */
export function endsScene({ localName }: Element, text: string): boolean {
  return localName === 'hr' || (localName === 'p' && text.trim() !== '' && scene.test(text));
}
