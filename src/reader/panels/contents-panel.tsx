// The book's contents as a paged list that opens where the reader is.

import { useRef } from 'preact/hooks';
import type { TocEntry } from '../../book/book.ts';
import { useStrings } from '../../strings/languages.ts';
import { Icon } from '../../ui/icon.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { useStore } from '../../ui/use-store.ts';
import type { Reading } from '../reading.ts';
import { Sheet } from './sheet.tsx';

export function ContentsPanel({ reading }: { reading: Reading }) {
  const strings = useStrings();
  const toc = useStore(reading.state, (state) => state.toc);
  const line = useStore(reading.state, (state) => state.line);
  const pageKeys = useRef<((step: -1 | 1) => void) | undefined>(undefined);
  const current = currentEntry(toc, line?.section ?? 0, line?.chapter ?? '');
  const entries = toc.map((entry, index) => ({ entry, index }));
  return (
    <Sheet
      title={strings.reader.contents}
      tall
      keys={{ page: (step) => pageKeys.current?.(step) }}
      onClose={() => reading.show(undefined)}
    >
      {toc.length === 0 ? (
        <p class="sheet-empty">{strings.reader.noContents}</p>
      ) : (
        <PagedList
          items={entries}
          rowHeight={3.4}
          labels={strings.pages}
          startAt={Math.max(0, current)}
          pageKeys={pageKeys}
          keyOf={({ index }) => index}
          row={({ entry, index }) => (
            <button
              type="button"
              class="contents-entry"
              style={{ paddingInlineStart: `${0.5 + Math.min(entry.level - 1, 4) * 1.25}rem` }}
              aria-current={index === current ? 'location' : undefined}
              data-first={index === Math.max(0, current) ? '' : undefined}
              disabled={entry.section < 0}
              onClick={() => reading.jump({ href: entry.href })}
            >
              <span class="contents-title">{entry.title}</span>
              {index === current && (
                <span class="contents-here">
                  <Icon name="bookmark" />
                  {strings.reader.here}
                </span>
              )}
            </button>
          )}
        />
      )}
    </Sheet>
  );
}

/** The entry with the place's title in its section, else the last one that begins before it. */
function currentEntry(toc: readonly TocEntry[], section: number, title: string): number {
  const named = toc.findIndex((entry) => entry.section === section && entry.title === title);
  return named >= 0 ? named : toc.findLastIndex((entry) => entry.section >= 0 && entry.section <= section);
}
