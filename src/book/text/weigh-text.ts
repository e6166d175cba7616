// How much work a text's layout is, in letters of Latin script. Knows nothing of documents.

/** A Chinese character takes three bytes, and what is done with its boxes twice as long per byte. */
const wideWeight = 6;

/** Weight of a text, judged by a sample of its characters. `wide`: what a Chinese one counts. */
export function weigh(text: string, wide = wideWeight): number {
  const step = Math.max(1, text.length >> 6);
  let seen = 0;
  let found = 0;
  for (let n = 0; n < text.length; n += step, seen++) if (text.charCodeAt(n) >= 0x2e80) found++;
  return seen === 0 ? 0 : text.length * (1 + ((wide - 1) * found) / seen);
}

/** Surely below the weight, without a look at the letters. */
export function lightEnough(text: string, weight: number): boolean {
  return text.length * wideWeight <= weight;
}
