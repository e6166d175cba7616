// Tips that are shown once in the reader, each at the moment when it helps. Dismissing one is a setting of the account.

import type { books } from '../../../api/books.ts';
import type { Params } from '../../../api/route.ts';
import type { Exchange } from '../../base/http/routes.ts';
import { readBook } from '../books/book-access.ts';
import type { Caller, Reading } from '../reading.ts';
import { type WordLanguage, wordLanguage } from '../reading-data/reading-words.ts';
import { readSettings } from '../users/account-settings.ts';
import { readerTips } from './tip-texts.ts';

type Route = (typeof books)['routes']['GET /reader/tips'];

/** `POST /updateConfig` with `accountsets: {"tip.turn-keys": true}` dismisses that tip. */
const settingPrefix = 'tip.';
const tipsAtOnce = 3;

export function tipRoutes(reading: Reading) {
  const db = reading.database.kysely;
  return {
    'GET /reader/tips': async ({ vid }: Caller, params: Params<Route>, { request }: Exchange) => {
      const book = await readBook(db, vid, params.bookId);
      const settings = await readSettings(db, vid, settingPrefix);
      const dismissed = readerTips
        .map(({ tipId }) => tipId)
        .filter((tipId) => settings[settingPrefix + tipId] === true);
      const language: WordLanguage = wordLanguage(request.headers['accept-language']);
      const tips = readerTips
        .filter((tip) => params.from === undefined || tip.from === params.from)
        .filter((tip) => !dismissed.includes(tip.tipId))
        .filter((tip) => tip.fits?.(book) ?? true)
        .slice(0, tipsAtOnce)
        .map(({ tipId, place, en, zh }) => {
          const [title, text] = language === 'zh' ? zh : en;
          return { tipId, title, text, place, once: 1 as const };
        });
      return { tips, dismissed };
    },
  };
}
