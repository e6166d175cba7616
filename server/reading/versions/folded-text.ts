// A text reduced to what stays the same when a book is set anew: letters and digits without case, width or marks. Knows for
// each of them where it stood.

export interface FoldedText {
  text: string;
  /** Offset in the original of each UTF-16 unit, and behind the last one its end. */
  offsets: Uint32Array;
}

const kept = /[\p{L}\p{N}]/u;

export function foldForPlaces(original: string): FoldedText {
  const parts: string[] = [];
  let offsets = new Uint32Array(original.length + 16);
  let length = 0;
  let at = 0;
  for (const character of original) {
    const folded = kept.test(character) ? character.normalize('NFKC').toLowerCase() : '';
    if (length + folded.length + 1 > offsets.length) {
      const larger = new Uint32Array(offsets.length * 2);
      larger.set(offsets);
      offsets = larger;
    }
    for (let n = 0; n < folded.length; n++) offsets[length++] = at;
    if (folded) parts.push(folded);
    at += character.length;
  }
  offsets[length] = at;
  return { text: parts.join(''), offsets };
}
