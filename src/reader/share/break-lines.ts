// Breaks text into lines for a picture: between words, and in Chinese and Japanese between any two characters but those
// that may not begin or end a line. Pure; widths are asked for.

const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;
const neverFirst = new Set(
  '，。、！？；：）」』】》〉〕］｝”’…‥—～·ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ々,.!?;:)]}%',
);
const neverLast = new Set('（「『【《〈〔［｛“‘([{');

/** Paragraphs are separated by line breaks; an empty line stands for none. */
export function breakLines(text: string, width: number, measure: (line: string) => number): string[] {
  return text
    .split(/\s*\n\s*/u)
    .map((paragraph) => paragraph.replace(/\s+/gu, ' ').trim())
    .filter((paragraph) => paragraph !== '')
    .flatMap((paragraph) => breakParagraph(paragraph, width, measure));
}

function breakParagraph(text: string, width: number, measure: (line: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces(text)) {
    if (line === '' || measure((line + piece).trimEnd()) <= width) line += piece;
    else {
      lines.push(line.trim());
      line = piece.trimStart();
    }
    while (measure(line.trimEnd()) > width && line.length > 1) {
      const head = longestHead(line, width, measure);
      lines.push(head);
      line = line.slice(head.length);
    }
  }
  return line.trim() === '' ? lines : [...lines, line.trim()];
}

/** What may not be parted: words with their spaces, and characters with the punctuation that keeps to them. */
function pieces(text: string): string[] {
  const found: string[] = [];
  let piece = '';
  let before = '';
  for (const letter of text) {
    const apart = before !== '' && (before === ' ' || wide.test(before) || wide.test(letter));
    if (apart && !neverFirst.has(letter) && !neverLast.has(before) && letter !== ' ') {
      found.push(piece);
      piece = '';
    }
    piece += letter;
    before = letter;
  }
  return piece === '' ? found : [...found, piece];
}

/** A word that is longer than a line is cut where it has to be, never through a character. */
function longestHead(text: string, width: number, measure: (line: string) => number): string {
  const letters = [...text];
  let count = letters.length - 1;
  while (count > 1 && measure(letters.slice(0, count).join('')) > width) count--;
  return letters.slice(0, Math.max(1, count)).join('');
}
