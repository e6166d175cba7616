// Edits of marks and thoughts: of each field the newer one wins, whichever device it came from. Knows no table.

/** The row with those fields changed whose last edit is not newer than `at` (Unix seconds). */
export function withNewerFields<K extends string, R extends Record<K, unknown> & { editTimes: Record<K, number> }>(
  row: R,
  change: Partial<Pick<R, K>>,
  at: number,
): R {
  const changed = { ...row };
  const editTimes: Record<K, number> = { ...row.editTimes };
  for (const [field, value] of Object.entries(change) as [K, R[K] | undefined][]) {
    if (value === undefined || at < row.editTimes[field]) continue;
    changed[field] = value;
    editTimes[field] = at;
  }
  return { ...changed, editTimes };
}
