// Works through a list with a bounded number of workers. Must not know the work.

/** Rejects with the first failure, after the others have come to an end. */
export async function inParallel<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  const workers = Array.from({ length: Math.min(atOnce, items.length) }, async () => {
    for (const item of rest) await work(item);
  });
  const results = await Promise.allSettled(workers);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
