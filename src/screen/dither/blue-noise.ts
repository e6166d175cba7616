// A square of thresholds without any pattern that the eye finds (blue noise), made by void and cluster (Ulichney 1993).
// Pure: the same every time.

/** Pixels of a side; a power of two. */
export const noiseSize = 64;
const cells = noiseSize * noiseSize;
/** Spread of what a point darkens around it, in pixels, and how far it is counted. */
const spread = 1.9;
const reach = 8;

/** Ranks 0 to 4095, each once, rows from the top; it can be laid side by side. */
export function blueNoise(): Uint16Array<ArrayBuffer> {
  const field = new Energy();
  const ranks = new Uint16Array(cells);
  const first = evenPoints(field);
  const points = [...first];
  // Down: of the first points, the tightest one is the last.
  const down = new Energy();
  for (const point of points) down.add(point);
  for (let rank = points.length - 1; rank >= 0; rank--) {
    const tightest = down.tightest();
    down.remove(tightest);
    ranks[tightest] = rank;
  }
  // Up: each next one goes to the largest void.
  for (let rank = points.length; rank < cells; rank++) {
    const void_ = field.largestVoid();
    field.add(void_);
    ranks[void_] = rank;
  }
  return ranks;
}

/** A tenth of all points, moved from clusters to voids until that changes nothing. */
function evenPoints(field: Energy): ReadonlySet<number> {
  let seed = 12345;
  while (field.points.size < cells / 10) {
    // Numerical Recipes' generator: another would do, as long as it is the same.
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    const point = seed % cells;
    if (!field.points.has(point)) field.add(point);
  }
  for (;;) {
    const tightest = field.tightest();
    field.remove(tightest);
    const void_ = field.largestVoid();
    field.add(void_);
    if (void_ === tightest) return field.points;
  }
}

class Energy {
  readonly points = new Set<number>();
  readonly #sum = new Float32Array(cells);

  add(point: number): void {
    this.points.add(point);
    this.#spread(point, 1);
  }

  remove(point: number): void {
    this.points.delete(point);
    this.#spread(point, -1);
  }

  tightest(): number {
    let best = -1;
    let most = Number.NEGATIVE_INFINITY;
    for (const point of this.points) {
      const here = this.#sum[point] ?? 0;
      if (here > most) [best, most] = [point, here];
    }
    return best;
  }

  largestVoid(): number {
    let best = -1;
    let least = Number.POSITIVE_INFINITY;
    for (let point = 0; point < cells; point++) {
      const here = this.#sum[point] ?? 0;
      if (here < least && !this.points.has(point)) [best, least] = [point, here];
    }
    return best;
  }

  #spread(point: number, sign: 1 | -1): void {
    const x = point % noiseSize;
    const y = Math.floor(point / noiseSize);
    for (let down = -reach; down <= reach; down++) {
      for (let across = -reach; across <= reach; across++) {
        const at = ((y + down) & (noiseSize - 1)) * noiseSize + ((x + across) & (noiseSize - 1));
        this.#sum[at] = (this.#sum[at] ?? 0) + sign * (weights[(down + reach) * (2 * reach + 1) + across + reach] ?? 0);
      }
    }
  }
}

const weights = Float32Array.from({ length: (2 * reach + 1) ** 2 }, (_, index) => {
  const across = (index % (2 * reach + 1)) - reach;
  const down = Math.floor(index / (2 * reach + 1)) - reach;
  return Math.exp(-(across * across + down * down) / (2 * spread * spread));
});
