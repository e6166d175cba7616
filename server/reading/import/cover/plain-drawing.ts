// Tells drawings that cost as much as their markup is long from those that may unfold to anything: what draws them for a
// shelf cannot be stopped once it has begun. Only looks at the markup; whoever asks draws nothing of the others. Pure.

import { pictureFacts } from '../formats/picture-facts.ts';
import { importLimits as limits } from '../limits.ts';

/** Characters of markup, without the pictures in it. */
const longest = 2_000_000;
/** Groups that are shown again, and clips: so few do not unfold to much. */
const mostReused = 16;

const mayUnfold =
  /<(?:[\w-]+:)?(?:pattern|mask|filter|marker|feImage|foreignObject)\b|stroke-dasharray|\bfilter\s*[:=]/i;
/** Other ways to write a letter of what is looked for. */
const disguised = /<!ENTITY|&#|\\/i;
/** What parts words here and no words for whoever draws. */
const between = /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[|\]\]>/g;
const reused = /<(?:[\w-]+:)?(?:use|clipPath)\b/gi;
/** A drawing may be in a drawing, too. */
const embedded = /data:image\/(?:png|jpe?g|gif|webp);base64,[a-z0-9+/=\s]*/gi;

/** What the imaging library takes for a drawing, packed ones as well. */
export function isDrawing(bytes: Uint8Array): boolean {
  return isPacked(bytes) || /<(?:[\w-]+:)?svg/i.test(asText(bytes.subarray(0, 4096)));
}

export function isPlainDrawing(bytes: Uint8Array): boolean {
  if (isPacked(bytes)) return false;
  const whole = asText(bytes);
  const markup = whole.replace(embedded, '').replace(between, '');
  if (markup.length > longest || mayUnfold.test(markup) || disguised.test(markup) || /data:/i.test(markup))
    return false;
  const copies = markup.match(reused)?.length ?? 0;
  if (copies > mostReused) return false;
  // As often as things are shown when each group shows three of the one before it: no other nesting gives more.
  return 3 ** (copies / 3) * (costOfPictures(whole) + costOfShapes(markup)) <= mostCost;
}

/**
 * What may be spent on a drawing, in milliseconds of a slow machine, if everything in it covers all of a cover that is
 * as large as covers get.
 */
const mostCost = 10_000;
const perElement = 1.2;
/** Blended with what is below, or with a colour for each distance. */
const perDearElement = 18;
const dear = /mix-blend-mode|radialGradient/i;
/** A line may cross itself wherever it goes: it costs as the square of its length. */
const perSquaredCharacter = 1e-5;
const perPicture = 20;

function costOfShapes(markup: string): number {
  const elements = markup.match(/<[a-z_]/gi)?.length ?? 0;
  let squares = 0;
  for (const piece of markup.split(/["']/)) squares += piece.length ** 2;
  return elements * (dear.test(markup) ? perDearElement : perElement) + squares * perSquaredCharacter;
}

/** Of those in it, which are unpacked whole. */
function costOfPictures(whole: string): number {
  let pixels = 0;
  let pictures = 0;
  for (const [address] of whole.matchAll(embedded)) {
    const facts = pictureFacts(Buffer.from(address.slice(address.indexOf(',') + 1), 'base64'));
    if (!facts?.width || !facts.height) return Number.POSITIVE_INFINITY;
    pixels += facts.width * facts.height;
    pictures++;
  }
  return pixels > limits.coverPixels ? Number.POSITIVE_INFINITY : pictures * perPicture;
}

const isPacked = (bytes: Uint8Array) => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** Names and numbers are ASCII in every encoding that the library reads drawings in. */
const asText = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
