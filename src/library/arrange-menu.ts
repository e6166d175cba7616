// How the shelf is laid out, ordered and narrowed, as one menu.

import type { ShelfFilter, ShelfSort } from '../db/shelf/shelf-page.ts';
import type { Strings } from '../strings/english.ts';
import type { MenuItem } from '../ui/menu.tsx';
import type { Shelf } from './shelf.ts';

const sorts: readonly ShelfSort[] = ['recent', 'title', 'author', 'added'];
const filters: readonly ShelfFilter[] = ['all', 'unread', 'reading', 'finished', 'downloaded', 'private'];

export function arrangeMenu(shelf: Shelf, strings: Strings['shelf']): MenuItem[] {
  const { sort, filter, layout } = shelf.state.getState();
  const other = layout === 'covers' ? 'list' : 'covers';
  return [
    { text: strings[other], icon: other === 'list' ? 'list' : 'grid', onPress: () => shelf.arrange({ layout: other }) },
    ...sorts.map((word) => ({
      text: strings.sort[word],
      chosen: word === sort,
      onPress: () => shelf.arrange({ sort: word }),
    })),
    ...filters.map((word) => ({
      text: strings.filter[word],
      chosen: word === filter,
      onPress: () => shelf.show(word),
    })),
  ];
}
