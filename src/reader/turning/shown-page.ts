// Which page is shown. The view tells its place only after the paint of a page; until then that is the one before.

import type { BookView, PageNumbers } from '../../book/book.ts';

/** From the task that turns to it; `undefined` before there is any. */
export function shownPage(view: Pick<BookView, 'on' | 'place'>): () => PageNumbers | undefined {
  let page: PageNumbers | undefined = view.place();
  view.on('turning', (numbers) => {
    page = numbers;
  });
  return () => page;
}
