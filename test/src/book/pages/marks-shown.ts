// What is marked on drawn pages, by how it is drawn.

/** Of each page that has some; line by line. `leaves`: those that are seen, unless all are meant. */
export function markedOnPages(name: `octavo-${string}`, leaves = '.page-leaf[style*="visible"]'): string[] {
  const pages = [...document.querySelectorAll(`${leaves} .page-marks`)];
  const words = pages.map((page) => [...page.querySelectorAll(`.${name}`)].map(({ textContent }) => textContent));
  return words.filter((lines) => lines.length > 0).map((lines) => lines.join('\n').trim());
}
