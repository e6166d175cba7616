// Tells lines of a text in columns from cells of a table: they are long, and fill the column that they stand in. Pure.

/** Of a cell, or of a line in one; in points. */
export interface Stretch {
  left: number;
  right: number;
  letters: number;
}

/** Share of the column. */
const filled = 0.8;
const fewestLetters = 18;

/** At least one, one below the other. */
export function isProse(column: readonly Stretch[]): boolean {
  const width = Math.max(...column.map(({ right }) => right)) - Math.min(...column.map(({ left }) => left));
  const mean = (of: (stretch: Stretch) => number) => column.reduce((sum, one) => sum + of(one), 0) / column.length;
  return mean(({ left, right }) => right - left) > filled * width && mean(({ letters }) => letters) > fewestLetters;
}
