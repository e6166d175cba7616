// The order of pages that only their names tell: once for service and client, which have to count them alike.

const collator = new Intl.Collator('en', { numeric: true });

/**
 * `page2` before `page10`; folder by folder, and in each what lies in it before what lies in folders of its own. Only the
 * first step in which two names differ decides: folders called `1` and `01` are two, and names may have thousands of steps.
 */
export function byNumber(a: string, b: string): number {
  let same = 0;
  while (same < a.length && a.charCodeAt(same) === b.charCodeAt(same)) same++;
  const start = a.slice(0, same).lastIndexOf('/') + 1;
  const [endA, endB] = [a.indexOf('/', start), b.indexOf('/', start)];
  if (endA < 0 !== endB < 0) return endA < 0 ? -1 : 1;
  // Step by step: compared as a whole, "Vol 1 extra" would come between "Vol 1" and what is deeper in it.
  const [stepA, stepB] = [stepOf(a, start, endA), stepOf(b, start, endB)];
  return collator.compare(stepA, stepB) || (stepA === stepB ? 0 : stepA < stepB ? -1 : 1);
}

function stepOf(name: string, start: number, end: number): string {
  return name.slice(start, end < 0 ? undefined : end);
}
