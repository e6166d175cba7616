// One request for everything that a device asks after when it wakes. Each part is answered by the handler of its own
// route, so that it costs and says what that route does; a part whose route this service does not serve is left out.

import type { RouteName } from '../../../api/catalog.ts';
import type { Params } from '../../../api/route.ts';
import type { user } from '../../../api/user.ts';
import type { Exchange } from '../../base/http/routes.ts';
import type { Caller, Reading } from '../reading.ts';

type Route = (typeof user)['routes']['POST /mobileSync'];
type Asked = Params<Route>;

/** Any route's handler; its parameters were checked as part of the whole. */
export type PartHandler = (caller: Caller, params: never, exchange: Exchange) => Promise<unknown>;

interface Part {
  name: keyof Asked;
  route: RouteName;
  /** Beside the synckey. */
  params?: Record<string, unknown>;
}

const count = 20;
/** The caller's own. */
const mine = { mine: 1, listType: 11 };
const ratings = 4;

const parts: readonly Part[] = [
  { name: 'applyList', route: 'GET /friend/applylist' },
  { name: 'balance', route: 'POST /pay/balance' },
  { name: 'chat', route: 'GET /chat/sessionlist', params: { count } },
  { name: 'config', route: 'GET /config' },
  { name: 'extFriend', route: 'GET /friend/ext' },
  { name: 'follower', route: 'GET /friend/follower', params: { count } },
  { name: 'following', route: 'GET /friend/following', params: { count } },
  { name: 'marketSyncver', route: 'GET /market/categories' },
  { name: 'payItem', route: 'GET /pay/item' },
  { name: 'rateSynckey', route: 'GET /review/list', params: { ...mine, type: ratings, count } },
  { name: 'readingExchange', route: 'POST /exchange', params: { unread: 1 } },
  { name: 'refluxSynckey', route: 'GET /mp/list', params: { count } },
  { name: 'reviewRecommend', route: 'GET /review/feeds', params: { getrecmreviews: 1, count } },
  { name: 'reviewTimeline', route: 'GET /review/feeds', params: { count } },
  { name: 'shelf', route: 'GET /shelf/sync' },
  { name: 'storyfeed', route: 'GET /storyfeed/getCardArticles', params: { count } },
];

export function mobileSyncRoutes(reading: Reading, handlerOf: (route: RouteName) => PartHandler | undefined) {
  return {
    'POST /mobileSync': async (caller: Caller, asked: Asked, exchange: Exchange) => {
      const answers: Record<string, unknown> = {};
      for (const part of parts) {
        const synckey = asked[part.name];
        const handler = synckey === undefined ? undefined : handlerOf(part.route);
        if (!handler) continue;
        // One after the other: they share one connection's turn, and a device that wakes waits for all of them anyway.
        answers[part.name] = await handler(caller, { ...part.params, synckey } as never, exchange);
      }
      return { timestamp: reading.now(), ...answers };
    },
  };
}
