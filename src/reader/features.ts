// The features of an open book, each in one line. Views find them by name in `Reading.features`.

import { LookingUp } from './dictionary/looking-up.ts';
import { ShowingPages } from './drawn-pages/showing-pages.ts';
import type { Feature, FeatureParts } from './feature.ts';
import { PageFooter } from './footer/page-footer.ts';
import { Footnotes } from './footnotes/footnotes.ts';
import { Keeping } from './keeping/keeping.ts';
import { Marking } from './marks/marking.ts';
import { Narrating } from './narration/narrating.ts';
import { Navigating } from './navigation/navigating.ts';
import { Networking } from './network/networking.ts';
import { Answering } from './opening/answering.ts';
import { Offering } from './opening/offering.ts';
import type { Opened } from './opening/open-parts.ts';
import { Pictures } from './pictures/pictures.ts';
import { Others } from './popular/others.ts';
import { Pressing } from './pressing/pressing.ts';
import { BookSearch } from './search/book-search.ts';
import { Selecting } from './selection/selecting.ts';
import { Sharing } from './share/sharing.ts';
import { Thinking } from './thoughts/thinking.ts';
import { Translating } from './translation/translating.ts';
import { shownPage } from './turning/shown-page.ts';

export function openFeatures(given: Omit<FeatureParts, 'page'>, stored: Pick<Opened, 'footer' | 'pace'>) {
  const parts: FeatureParts = { ...given, page: shownPage(given.view) };
  return {
    keeping: new Keeping(parts),
    footer: new PageFooter(parts, stored),
    selecting: new Selecting(parts),
    marking: new Marking(parts),
    thinking: new Thinking(parts),
    others: new Others(parts),
    lookingUp: new LookingUp(parts),
    sharing: new Sharing(parts),
    translating: new Translating(parts),
    footnotes: new Footnotes(parts),
    search: new BookSearch(parts),
    pictures: new Pictures(parts),
    pressing: new Pressing(parts),
    navigation: new Navigating(parts),
    answering: new Answering(parts),
    offering: new Offering(parts),
    pages: new ShowingPages(parts),
    narrating: new Narrating(parts),
    networking: new Networking(parts),
  } satisfies Record<string, Feature>;
}

export type Features = ReturnType<typeof openFeatures>;
