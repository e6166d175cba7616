// The order of pages that only their names tell: once for service and client, which have to count them alike.

const collator = new Intl.Collator('en', { numeric: true });

/** `page2` before `page10`; folder by folder, and in each what lies in it before what lies in folders of its own. */
export function byNumber(a: string, b: string): number {
  const [stepsA, stepsB] = [a.split('/'), b.split('/')];
  const shared = Math.min(stepsA.length, stepsB.length) - 1;
  for (let n = 0; n < shared; n++) {
    // Step by step: compared as a whole, "Vol 1 extra" would come between "Vol 1" and what is deeper in it.
    const order = collator.compare(stepsA[n] ?? '', stepsB[n] ?? '');
    if (order !== 0) return order;
  }
  return stepsA.length - stepsB.length || collator.compare(stepsA[shared] ?? '', stepsB[shared] ?? '');
}
