// The page that stands in for a section that cannot be shown: what is wrong, and a way on.

import type { PageWords } from '../page-words.ts';
import { linkAttribute } from '../preparing/neutralise.ts';

/** `nextPath` is where the link to the next chapter leads. */
export function errorPage(words: PageWords, reason: string, nextPath: string | undefined): Document {
  const page = new DOMParser().parseFromString(
    '<html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body><h2/><p/><p><a/></p></body></html>',
    'application/xhtml+xml',
  );
  const [heading, sentence] = page.querySelectorAll('h2, p');
  if (heading) heading.textContent = words.failed;
  if (sentence) sentence.textContent = reason;
  const link = page.querySelector('a');
  if (link && nextPath) {
    link.setAttribute(linkAttribute, `in:${nextPath}#`);
    link.textContent = words.goOn;
  }
  return page;
}
