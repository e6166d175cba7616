// Parameters that the catalog's table does not list, in the contract's second half, with the reason for each.
// The catalog test accepts these and no others.

import type { RouteKey } from '../../api/route.ts';

export const additionsB: Record<RouteKey, string[]> = {
  // A listen's own id makes a repeated report count once; without position nothing could be resumed.
  'POST /album/listen': ['listenId'],
  'POST /album/listenreport': ['finish', 'listenId', 'trackProgress'],
  // The list can be longer than one page.
  'GET /album/recentlisten': ['maxIdx'],
  'GET /booklists': ['maxIdx'],
  // Without a client's id, a comment or list sent again after a lost reply would be there twice.
  'POST /booklist/add': ['eventId'],
  'POST /booklist/comment': ['eventId'],
  // Which category `listType` category asks for.
  'GET /mp/list': ['category'],
  // The table has a dash, and the routes say nothing without what they are asked about.
  'GET /tts/playurl': ['bookId', 'chapterUid', 'range', 'speed', 'voiceId'],
  'GET /tts/pronounce': ['language', 'voiceId', 'word'],
  'GET /exttts/seginfo': ['bookId', 'bookVersion', 'chapterUid'],
  'GET /exttts/voice': ['language'],
  'POST /river/batch': ['events'],
  'POST /river/single': ['event'],
  // A signed write carries `random`, which makes its replay detectable.
  'POST /comm/record': ['random'],
};
