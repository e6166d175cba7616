// The features of an open book, each in one line. Views find them by name in `Reading.features`.

import { ShowingPages } from './drawn-pages/showing-pages.ts';
import type { Feature, FeatureParts } from './feature.ts';
import { Footnotes } from './footnotes/footnotes.ts';
import { Keeping } from './keeping.ts';
import { Marking } from './marking.ts';
import { Offering } from './offering.ts';
import { Pictures } from './pictures/pictures.ts';
import { BookSearch } from './search/book-search.ts';
import { Selecting } from './selection/selecting.ts';

export function openFeatures(parts: FeatureParts) {
  return {
    keeping: new Keeping(parts),
    selecting: new Selecting(parts),
    marking: new Marking(parts),
    footnotes: new Footnotes(parts),
    search: new BookSearch(parts),
    pictures: new Pictures(parts),
    offering: new Offering(parts),
    pages: new ShowingPages(parts),
  } satisfies Record<string, Feature>;
}

export type Features = ReturnType<typeof openFeatures>;
