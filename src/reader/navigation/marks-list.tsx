// The bookmarks of this book, or its marks, in reading order.

import { useState } from 'preact/hooks';
import type { MarkRow } from '../../db/marks.ts';
import { useStrings } from '../../strings/languages.ts';
import { PagedList } from '../../ui/paged-list.tsx';
import type { TabProps } from './navigation-panel.tsx';

export function MarksList({ features: { navigation }, pageKeys, type }: TabProps & { type: MarkRow['type'] }) {
  const strings = useStrings();
  const words = strings.navigation;
  // As they were when the panel opened: a list does not change under the finger.
  const [marks] = useState(() => navigation.marks(type));
  if (marks.length === 0) return <p class="sheet-empty">{type === 0 ? words.noBookmarks : words.noMarks}</p>;
  return (
    <PagedList
      items={marks}
      rowHeight={4.4}
      labels={strings.pages}
      pageKeys={pageKeys}
      keyOf={({ bookmarkId }) => bookmarkId}
      row={(mark, index) => (
        <button
          type="button"
          class={`marks-entry ${type === 1 ? `style-${mark.style}` : ''}`}
          data-first={index === 0 ? '' : undefined}
          onClick={() => navigation.goToMark(mark)}
        >
          <span class="marks-words">
            <span class="marks-text">{mark.markText}</span>
            {mark.chapterName && <span class="marks-chapter">{mark.chapterName}</span>}
          </span>
          <span class="contents-page">{navigation.pageOfMark(mark)}</span>
        </button>
      )}
    />
  );
}
