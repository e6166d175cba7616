// Where in a counted list a page begins. Whoever asks for a place beyond every list is told of its end.

/** No list that is counted from its beginning is longer. */
const beyondEveryList = 1_000_000;

/** `maxIdx` as the page before told it. */
export function placeAfter(maxIdx: number | undefined): number {
  return Math.min(maxIdx ?? 0, beyondEveryList);
}
