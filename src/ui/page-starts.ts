// Where the pages of a list begin, so that no heading is left at a page's end without what it stands over. Pure.

/** Index of each page's first item; at least one page. `leads`: it may not be the last of its page. */
export function pageStarts<T>(items: readonly T[], perPage: number, leads: (item: T) => boolean): number[] {
  const starts = [0];
  for (let from = 0; from + perPage < items.length; ) {
    let next = from + perPage;
    while (next > from + 1 && leads(items[next - 1] as T)) next--;
    // A page of nothing but headings is as full as any.
    if (next === from + 1 && leads(items[from] as T)) next = from + perPage;
    starts.push(next);
    from = next;
  }
  return starts;
}
