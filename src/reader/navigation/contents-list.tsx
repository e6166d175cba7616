// The book's contents, nested and folded, opened where the reader is.

import { useState } from 'preact/hooks';
import { useStrings } from '../../strings/languages.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { useStore } from '../../ui/use-store.ts';
import { rowFor, shownRows } from './contents-tree.ts';
import type { TabProps } from './navigation-panel.tsx';

export function ContentsList({ reading, features: { navigation }, pageKeys }: TabProps) {
  const strings = useStrings();
  const toc = useStore(reading.state, (state) => state.toc);
  const [first] = useState(() => navigation.opened());
  const folded = useStore(navigation.state, (state) => state.folded) ?? first;
  const current = navigation.current();
  if (toc.length === 0) return <p class="sheet-empty">{strings.reader.noContents}</p>;
  const rows = shownRows(toc, folded);
  const here = rowFor(toc, rows, current);
  const nested = rows.some(({ hasChildren }) => hasChildren);
  return (
    <PagedList
      items={rows}
      rowHeight={3.4}
      labels={strings.pages}
      startAt={Math.max(0, here)}
      pageKeys={pageKeys}
      keyOf={({ index }) => index}
      row={({ entry, index, hasChildren, open }, at) => (
        <div class="contents-row" style={{ paddingInlineStart: `${Math.min(entry.level - 1, 5) * 1.25}rem` }}>
          {hasChildren ? (
            <Button
              look="plain"
              icon={open ? 'fold' : 'unfold'}
              label={open ? strings.navigation.fold(entry.title) : strings.navigation.unfold(entry.title)}
              onPress={() => navigation.toggle(index, folded)}
            />
          ) : (
            nested && <span class="contents-gap" />
          )}
          <button
            type="button"
            class="contents-entry"
            aria-current={at === here ? 'location' : undefined}
            data-first={at === Math.max(0, here) ? '' : undefined}
            disabled={entry.section < 0}
            onClick={() => reading.jump({ href: entry.href })}
          >
            <span class="contents-title">{entry.title}</span>
            {at === here && (
              <span class="contents-here">
                <Icon name="bookmark" />
                <span>{strings.reader.here}</span>
              </span>
            )}
            <span class="contents-page">{navigation.pageOf(entry)}</span>
          </button>
        </div>
      )}
    />
  );
}
