// The reading service's migrations, in order. A step that was released is never changed; a new one is added below.

import type { MigrationSet } from '../base/database/migrations.ts';
import { readers } from './migrations/0001-readers.ts';
import { books } from './migrations/0002-books.ts';
import { shelf } from './migrations/0003-shelf.ts';
import { marks } from './migrations/0004-marks.ts';
import { pendingBlobs } from './migrations/0005-pending-blobs.ts';
import { formatsAndVersions } from './migrations/0006-formats-and-versions.ts';
import { search } from './migrations/0007-search.ts';
import { reviews } from './migrations/0008-reviews.ts';
import { store } from './migrations/0009-store.ts';
import { delivery } from './migrations/0010-delivery.ts';
import { readingData } from './migrations/0011-reading-data.ts';
import { accountSettings } from './migrations/0012-account-settings.ts';
import { administration } from './migrations/0013-administration.ts';
import { conversions } from './migrations/0014-conversions.ts';
import { externalScope } from './migrations/0015-external-scope.ts';
import { articlesAndPurchases } from './migrations/0016-articles-and-purchases.ts';
import { movedPlaces } from './migrations/0017-moved-places.ts';
import { readArticles } from './migrations/0018-read-articles.ts';
import { discoveries } from './migrations/0019-discoveries.ts';
import { bookCategories } from './migrations/0020-book-categories.ts';
import { rankedWords } from './migrations/0021-ranked-words.ts';

export const readingMigrations: MigrationSet = {
  name: 'reading',
  migrations: [
    readers,
    books,
    shelf,
    marks,
    pendingBlobs,
    formatsAndVersions,
    search,
    reviews,
    store,
    delivery,
    readingData,
    accountSettings,
    administration,
    conversions,
    externalScope,
    articlesAndPurchases,
    movedPlaces,
    readArticles,
    discoveries,
    bookCategories,
    rankedWords,
  ],
};
