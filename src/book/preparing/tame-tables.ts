// Cells may say that they span thousands of rows and columns, which a browser lays out one by one for each of them.
// Takes the spans away from tables that come to more places than any honest one has.

/** Places of one table: rows by columns, where every cell counts for those that it spans. */
const most = 60_000;
/** Columns that one cell may span, as browsers have it. */
const widest = 1000;

export function tameTables(document: Document): void {
  const tables = new Set<Element>();
  for (const cell of document.querySelectorAll('[colspan], [rowspan]')) {
    const table = cell.closest('table');
    if (table) tables.add(table);
  }
  for (const table of tables) if (isTooMuch(table)) removeSpans(table);
}

function isTooMuch(table: Element): boolean {
  const rows = [...table.querySelectorAll('tr')].filter((row) => row.closest('table') === table);
  let places = 0;
  for (const [index, row] of rows.entries()) {
    for (const cell of row.children) {
      const below = rows.length - index;
      const down = numberOf(cell, 'rowspan');
      // None at all stands for every row that follows.
      places += Math.min(widest, numberOf(cell, 'colspan') || 1) * (down === 0 ? below : Math.min(below, down));
    }
    if (places > most) return true;
  }
  return false;
}

function removeSpans(table: Element): void {
  for (const cell of table.querySelectorAll('[colspan], [rowspan]')) {
    cell.removeAttribute('colspan');
    cell.removeAttribute('rowspan');
  }
}

function numberOf(cell: Element, name: string): number {
  const number = Number.parseInt(cell.getAttribute(name) ?? '1', 10);
  return number >= 0 ? number : 1;
}
