// The book of a file that was opened from the desktop comes up on the shelf's screen; at a first start, once the reader
// has chosen an account or none.

import type { Routes } from './routes.ts';

/** @param latest - the account that is open; a book of another one is not shown */
export function openWhenLetIn(routes: Routes, latest: () => string): (account: string, bookId: string) => void {
  let waiting: { account: string; bookId: string } | undefined;
  const show = () => {
    const { name } = routes.current();
    if (!waiting || name === 'signIn') return;
    const { account, bookId } = waiting;
    waiting = undefined;
    // Whoever reads or has gone elsewhere finds it on the shelf.
    if (account === latest() && name === 'shelf') routes.go({ name: 'reader', bookId });
  };
  routes.state.subscribe(show);
  return (account, bookId) => {
    waiting = { account, bookId };
    show();
  };
}
