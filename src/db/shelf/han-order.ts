// Where a Chinese character stands by its Pinyin, as a piece of a key that sorts by plain comparison. The browser knows
// the order and gives no keys, so a character is looked up among the commonest ones, put in that order once. Why so:
// docs/decisions/order-of-titles.md

interface Order {
  collator: Intl.Collator;
  /** Ascending. */
  common: readonly string[];
}

let order: Order | undefined;
const keys = new Map<string, string>();
/** Where Chinese characters stand in Unicode anyhow: behind all other letters but the Korean ones. */
const firstUnit = 0x4e00;

/** `character`: one of the script Han. */
export function hanKey(character: string): string {
  const known = keys.get(character);
  if (known !== undefined) return known;
  order ??= readOrder();
  const { collator, common } = order;
  let low = 0;
  let high = common.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (collator.compare(common[middle] as string, character) < 0) low = middle + 1;
    else high = middle;
  }
  // A rarer one stands between two common ones, together with others that hardly differ in their sound.
  const made =
    common[low] === character
      ? String.fromCharCode(firstUnit + 2 * low + 1)
      : String.fromCharCode(firstUnit + 2 * low) + character;
  keys.set(character, made);
  return made;
}

function readOrder(): Order {
  const collator = new Intl.Collator('zh');
  return { collator, common: commonCharacters().sort(collator.compare) };
}

/** The 3,755 of the first level of GB 2312, which every browser can list: they fill the code points from B0A1 to D7F9. */
function commonCharacters(): string[] {
  const bytes: number[] = [];
  for (let row = 0xb0; row <= 0xd7; row++) {
    for (let cell = 0xa1; cell <= (row === 0xd7 ? 0xf9 : 0xfe); cell++) bytes.push(row, cell);
  }
  return [...new TextDecoder('gbk').decode(Uint8Array.from(bytes))];
}
