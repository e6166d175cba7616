// What a sheet's selectors cost: with each of them a browser may look at every element of a chapter, and at all that stand
// before or around it. Knows spelling only, and rather counts too much than too little.

/** Of all sheets of one chapter. A novel's come to less than a hundred. */
export const heaviest = 6000;

/** For selectors that look through all elements beside one, as often as they do. */
const besides = 20;
/** For those of any element, that look around it. */
const anywhere = 5;

const beside = /~|:nth-/g;
const combined = /[\s>+~]/;
const named = /^[\w-]*[.#]/;
const edge = /[{};]/g;

/** `selectors`: what stands before a block. What begins with an at sign weighs as much as a rule. */
export function weighSelectors(selectors: string): number {
  let weight = 0;
  for (const one of selectors.split(',')) {
    const selector = one.trim();
    weight += 1 + besides * (selector.match(beside)?.length ?? 0);
    if (combined.test(selector) && isBroad(selector)) weight += anywhere;
  }
  return weight;
}

/** Whether it may be about elements of every class. */
function isBroad(selector: string): boolean {
  return selector.includes('(') || !named.test(selector.split(combined).at(-1) ?? '');
}

/** What a sheet that has been rewritten weighs, and how much of it is no heavier than `most`. */
export function weighSheet(css: string, most: number): { weight: number; length: number } {
  let weight = 0;
  let from = 0;
  for (const { 0: found, index } of css.matchAll(edge)) {
    if (found === '{') weight += weighSelectors(css.slice(from, index));
    if (weight > most) return { weight, length: from };
    from = index + 1;
  }
  return { weight, length: css.length };
}
