// The domain Store, market, discovery: its routes in the catalog's order; the declarations stand by theme in `store/`.

import { domain } from './route.ts';
import * as market from './store/market.ts';
import * as search from './store/search.ts';

export const store = domain('Store, market, discovery', {
  'GET /eink/hottopics': market.hottopics,
  'GET /market/categories': market.categories,
  'GET /market/category': market.category,
  'GET /market/list': market.list,
  'GET /promo/list': market.promo,
  'GET /recommend/feedback': market.feedback,
  'GET /searchtags': search.searchtags,
  'GET /store/search': search.search,
  'GET /store/suggest': search.suggest,
  'POST /store/titlesearch': search.titlesearch,
});
