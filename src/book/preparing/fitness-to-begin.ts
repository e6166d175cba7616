// How fit an element is to begin a page that the one before is left short for: a long chapter is cut into pieces, and the
// last page of each ends where the piece does. Knows markup, not sizes.

const strongStart = /^(h[12]|section|article|header)$/;
const goodStart = /^h[3-6]$/;
/** What is said before it is said to its end. */
const sentenceEnd = /[.!?。！？…”’"'»」』]/;
/** Letters of scripts without capitals begin sentences as well. */
const sentenceStart = /^\s*[\p{Lu}\p{Lt}\p{Lo}\p{P}]/u;
/** What stands between scenes. */
const scene = /^[\s*⁂•·~#—–_-]{1,12}$/;

/** The higher, the fitter. `before`: the last character of the text before it. */
export function fitnessOf(element: Element, before: string): number {
  const first = element.firstElementChild;
  const opens = first !== null && strongStart.test(first.localName) && goesBefore(first);
  if (strongStart.test(element.localName) || opens) return 4;
  if (goodStart.test(element.localName) || (first !== null && goodStart.test(first.localName))) return 3;
  if (element.localName !== 'hr' && isScene(element.previousElementSibling)) return 3;
  return sentenceEnd.test(before) && sentenceStart.test(element.textContent ?? '') ? 1 : 0;
}

/** No words of the element stand before it. */
function goesBefore(first: Element): boolean {
  return (first.previousSibling?.textContent ?? '').trim() === '';
}

function isScene(element: Element | null): boolean {
  if (element?.localName === 'hr') return true;
  if (element?.localName !== 'p' || element.childElementCount > 3) return false;
  const text = element.textContent ?? '';
  return text.trim() !== '' && scene.test(text);
}
