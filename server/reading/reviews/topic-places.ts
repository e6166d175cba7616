// Where topics stand in a review's words once these were changed by someone who did not say it: at their former place, else
// where the word stands now. Pure.

import type { TopicRange } from '../../../api/nouns/review.ts';

/** Topics whose word is gone from the content go as well. */
export function topicsWithin(content: string, topics: readonly TopicRange[], before: string): TopicRange[] {
  return topics.flatMap(({ topic, range }) => {
    const [start = 0, end = 0] = range.split('-').map(Number);
    const written = before.slice(start, end) || topic;
    if (content.slice(start, end) === written) return [{ topic, range }];
    const place = content.indexOf(written);
    return place < 0 ? [] : [{ topic, range: `${place}-${place + written.length}` }];
  });
}
