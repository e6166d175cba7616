// Which fixed pages stand side by side: what the book wants, in the window that there is. Pure.

import type { PublicationItem } from '../package/publication.ts';

export type SpreadItem = Pick<PublicationItem, 'fixed' | 'linear' | 'spread' | 'side'>;

export interface SpreadRoom {
  /** The window is wider than high. */
  wide: boolean;
  direction: 'ltr' | 'rtl';
}

/** Sections that are shown together, in reading order. */
export interface Together {
  sections: number[];
  /** The half of the window for a page that stands there alone because the book says so. */
  side: 'left' | 'right' | undefined;
}

/** For every section those it is shown with. Pages fill the places of a spread in turn, unless they name their own. */
export function findSpreads(spine: readonly SpreadItem[], { wide, direction }: SpreadRoom): Together[] {
  const [firstSide, secondSide] = direction === 'rtl' ? (['right', 'left'] as const) : (['left', 'right'] as const);
  const found: Together[] = spine.map((_, section) => ({ sections: [section], side: undefined }));
  /** A page on the first side, and whether one may stand beside it. */
  let waiting: number | undefined;
  const alone = (section: number) => {
    const { side } = spine[section] as SpreadItem;
    found[section] = { sections: [section], side: side === 'center' ? undefined : side };
  };
  for (const [section, item] of spine.entries()) {
    // What is out of line stands between no two pages.
    if (!item.linear) continue;
    if (!mayStandBeside(item, wide)) {
      waiting = undefined;
      continue;
    }
    const side = item.side ?? (waiting === undefined ? firstSide : secondSide);
    alone(section);
    if (side === secondSide && waiting !== undefined) {
      const together: Together = { sections: [waiting, section], side: undefined };
      found[waiting] = together;
      found[section] = together;
      waiting = undefined;
    } else waiting = side === firstSide ? section : undefined;
  }
  return found;
}

function mayStandBeside({ fixed, spread, side }: SpreadItem, wide: boolean): boolean {
  if (!fixed || side === 'center' || spread === 'none') return false;
  return wide || spread === 'both';
}
