// Rows and columns of formulas that say where their cells stand and which lines are drawn between them, as MathML has it
// and browsers do not: every cell is told its own, and a sheet draws it. Nothing is put into the chapter.

const sides = new Set(['left', 'center', 'right']);
/** Cells of one chapter; a browser could not show more. */
const most = 50_000;

/** A formula in a cell is a block of the browser's own, which only its own values move. */
export const formulaTablesCss = `
mtd[columnalign="left"] { text-align: -webkit-left; }
mtd[columnalign="center"] { text-align: -webkit-center; }
mtd[columnalign="right"] { text-align: -webkit-right; }
mtd[data-octavo-lines~="after"] { border-inline-end: 0.06em solid; }
mtd[data-octavo-lines~="below"] { border-block-end: 0.06em solid; }
mtable[frame="solid"] { border: 0.06em solid; }
mtable[frame="dashed"] { border: 0.06em dashed; }`;

export function alignFormulas(document: Document): void {
  let left = most;
  for (const table of document.querySelectorAll('mtable')) {
    const lists = readLists(table);
    const rows = [...table.children].filter(({ localName }) => localName === 'mtr' || localName === 'mlabeledtr');
    if (!lists && !rows.some((row) => row.hasAttribute('columnalign'))) continue;
    for (const [index, row] of rows.entries()) {
      const aligned = listOf(row, 'columnalign') ?? lists?.align;
      const cells = [...row.children].filter(({ localName }) => localName === 'mtd');
      left -= cells.length;
      if (left < 0) return;
      for (const [column, cell] of cells.entries()) {
        const side = at(aligned, column);
        if (side && sides.has(side) && !cell.hasAttribute('columnalign')) cell.setAttribute('columnalign', side);
        const after = column < cells.length - 1 && isLine(at(lists?.columnLines, column));
        const below = index < rows.length - 1 && isLine(at(lists?.rowLines, index));
        if (after || below) cell.setAttribute('data-octavo-lines', `${after ? 'after' : ''} ${below ? 'below' : ''}`);
      }
    }
  }
}

function readLists(table: Element) {
  const align = listOf(table, 'columnalign');
  const columnLines = listOf(table, 'columnlines');
  const rowLines = listOf(table, 'rowlines');
  return align || columnLines || rowLines ? { align, columnLines, rowLines } : undefined;
}

function listOf(element: Element, name: string): string[] | undefined {
  return element.getAttribute(name)?.trim().toLowerCase().split(/\s+/);
}

/** The last of a list stands for all that follow. */
function at(list: readonly string[] | undefined, index: number): string | undefined {
  return list?.[Math.min(index, list.length - 1)];
}

function isLine(style: string | undefined): boolean {
  return style === 'solid' || style === 'dashed';
}
