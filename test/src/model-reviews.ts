// The part of the service model that keeps thoughts: one counter, newest edit per field, ids of the service's own.

import { AppError } from '../../api/errors.ts';
import type { Loose } from './service-model.ts';

type Params = Record<string, Loose>;

interface ModelReview {
  key: number;
  removedAt: number;
  editTime: number;
  times: Record<string, number>;
  value: Params;
}

export interface ModelReviews {
  routes: Record<string, (params: Params) => Loose>;
  reviews: Map<string, ModelReview>;
  /** Answers what brings everything back to how it is now. */
  backup(): () => void;
}

const fields = ['content', 'isPrivate', 'friendship'];

export function modelReviews(now: () => number, life: () => number): ModelReviews {
  const reviews = new Map<string, ModelReview>();
  const made = new Map<string, string>();
  let key = 0;
  const at = (params: Params) => Math.min(params.editTime ?? now(), now());
  const answer = (reviewId: string) => ({ reviewId, synckey: life() * 1_000_000 + key, review: wire(reviewId) });
  const wire = (reviewId: string) => {
    const row = reviews.get(reviewId);
    return { ...row?.value, reviewId, updateTime: row?.editTime };
  };
  const known = (reviewId: string) => {
    const row = reviews.get(reviewId);
    if (!row) throw new AppError('not_found');
    return row;
  };
  return {
    reviews,
    routes: {
      'POST /review/add': (params) => {
        const before = made.get(params.eventId);
        if (before) return answer(before);
        const reviewId = `r_${reviews.size + made.size + 1}`;
        made.set(params.eventId, reviewId);
        const { eventId: _e, editTime: _t, ...value } = params;
        reviews.set(reviewId, {
          key: ++key,
          removedAt: 0,
          editTime: at(params),
          times: {},
          value: { bookVersion: 0, ...value },
        });
        return answer(reviewId);
      },
      'POST /review/useredit': (params) => {
        const row = known(params.reviewId);
        if (row.removedAt && row.removedAt >= at(params)) throw new AppError('gone');
        row.removedAt = 0;
        for (const field of fields) {
          if (params[field] === undefined || (row.times[field] ?? 0) > at(params)) continue;
          row.value[field] = params[field];
          row.times[field] = at(params);
        }
        row.editTime = Math.max(row.editTime, at(params));
        row.key = ++key;
        return answer(params.reviewId);
      },
      'POST /review/delete': (params) => {
        const row = known(params.reviewId);
        if (row.editTime <= at(params)) {
          row.removedAt = at(params);
          row.key = ++key;
        }
        return { synckey: 0, removed: row.removedAt ? 1 : 0 };
      },
      'GET /review/list': ({ synckey = 0, count = 20 }) => {
        const same = Math.floor(synckey / 1_000_000) === life();
        const from = same ? synckey % 1_000_000 : 0;
        const rows = [...reviews.entries()].filter(([, row]) => row.key > from).sort(([, a], [, b]) => a.key - b.key);
        const page = rows.slice(0, count);
        return {
          synckey: life() * 1_000_000 + (rows.length > count ? (page.at(-1)?.[1].key ?? from) : key),
          clearAll: same ? 0 : 1,
          restored: same || synckey === 0 ? 0 : 1,
          hasMore: rows.length > count ? 1 : 0,
          reviews: page.filter(([, row]) => !row.removedAt).map(([id]) => ({ reviewId: id, review: wire(id) })),
          removed: page.filter(([, row]) => row.removedAt).map(([id]) => id),
        };
      },
    },
    backup() {
      const copy = structuredClone([...reviews]);
      const kept = [...made];
      const counter = key;
      return () => {
        reviews.clear();
        made.clear();
        for (const [id, row] of structuredClone(copy)) reviews.set(id, row);
        for (const [event, id] of kept) made.set(event, id);
        key = counter;
      };
    },
  };
}
