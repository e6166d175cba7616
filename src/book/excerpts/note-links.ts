// The links on the page of a note that is shown, for readers who have keys only.

import type { NoteLink } from '../excerpt.ts';
import { seenBox } from '../highlights/drawn-selection.ts';
import type { Shell } from '../layout/shell.ts';
import { linkAttribute } from '../preparing/neutralise.ts';

/** No page that is meant to be read has more. */
const most = 200;
const longestLabel = 100;

/** In reading order. */
export function linksOnPage(shell: Shell, followed: (link: Element) => void): NoteLink[] {
  // The page around it may have gone away with all its frames.
  if (!shell.frame.contentDocument) return [];
  const { document } = shell;
  const links: NoteLink[] = [];
  for (const link of document.querySelectorAll(`[${linkAttribute}]`)) {
    const range = document.createRange();
    range.selectNode(link);
    const box = seenBox(shell, range);
    if (box) links.push({ box, label: labelOf(link), press: () => followed(link) });
    if (links.length >= most) break;
  }
  return links;
}

/** Words that may be divided carry soft hyphens. */
function labelOf(link: Element): string {
  return link.textContent.replaceAll('\u00ad', '').replace(/\s+/gu, ' ').trim().slice(0, longestLabel);
}
