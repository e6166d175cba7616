// Tells drawings that cost as much as their markup is long from those that may unfold to anything: what draws them for a
// shelf cannot be stopped once it has begun. Only looks at the markup; whoever asks draws nothing of the others. Pure.

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
  const markup = asText(bytes).replace(embedded, '').replace(between, '');
  if (markup.length > longest || mayUnfold.test(markup) || disguised.test(markup) || /data:/i.test(markup))
    return false;
  return (markup.match(reused)?.length ?? 0) <= mostReused;
}

const isPacked = (bytes: Uint8Array) => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** Names and numbers are ASCII in every encoding that the library reads drawings in. */
const asText = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
