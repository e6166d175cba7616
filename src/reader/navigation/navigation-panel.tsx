// The ways through the book, as tabs of one panel: contents, bookmarks, marks, the places and printed pages that the
// book names.

import './navigation.css';
import { useRef } from 'preact/hooks';
import { useStrings } from '../../strings/languages.ts';
import { Button } from '../../ui/button.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { useStore } from '../../ui/use-store.ts';
import { Sheet } from '../panels/sheet.tsx';
import type { OverlayProps } from '../view-props.ts';
import { ContentsList } from './contents-list.tsx';
import { MarksList } from './marks-list.tsx';
import type { NavigationTab } from './navigating.ts';

export interface TabProps extends OverlayProps {
  pageKeys: { current: ((step: -1 | 1) => void) | undefined };
}

export function NavigationPanel(props: OverlayProps) {
  const { reading, features } = props;
  const strings = useStrings();
  const { navigation } = features;
  const tab = useStore(navigation.state, (state) => state.tab);
  const pageKeys = useRef<((step: -1 | 1) => void) | undefined>(undefined);
  return (
    <Sheet
      title={strings.navigation.title}
      tall
      keys={{ page: (step) => pageKeys.current?.(step) }}
      onClose={() => reading.show(undefined)}
    >
      <nav class="navigation-tabs">
        {navigation.tabs().map((one) => (
          <Button key={one} pressed={one === tab} onPress={() => navigation.show(one)}>
            {strings.navigation.tabs[one]}
          </Button>
        ))}
      </nav>
      <Tab key={tab} tab={tab} {...props} pageKeys={pageKeys} />
    </Sheet>
  );
}

function Tab({ tab, ...props }: TabProps & { tab: NavigationTab }) {
  switch (tab) {
    case 'contents':
      return <ContentsList {...props} />;
    case 'bookmarks':
      return <MarksList {...props} type={0} />;
    case 'marks':
      return <MarksList {...props} type={1} />;
    case 'landmarks':
      return <Landmarks {...props} />;
    case 'pages':
      return <PrintedPages {...props} />;
  }
}

function Landmarks({ features: { navigation }, reading, pageKeys }: TabProps) {
  const strings = useStrings();
  const words = new Map(Object.entries(strings.navigation.landmarks));
  return (
    <PagedList
      items={reading.book?.landmarks ?? []}
      rowHeight={3.4}
      labels={strings.pages}
      pageKeys={pageKeys}
      keyOf={({ href, type }) => `${type} ${href}`}
      row={(landmark, index) => (
        <button
          type="button"
          class="contents-entry"
          data-first={index === 0 ? '' : undefined}
          disabled={landmark.section < 0}
          onClick={() => navigation.goTo(landmark)}
        >
          <span class="contents-title">{landmark.title || words.get(landmark.type) || landmark.type}</span>
          <span class="contents-page">{navigation.pageOf(landmark)}</span>
        </button>
      )}
    />
  );
}

/** Numbers in one row. */
const perRow = 6;

function PrintedPages({ features: { navigation }, reading, pageKeys }: TabProps) {
  const strings = useStrings();
  const here = useStore(reading.state, (state) => state.line?.printPage);
  const { pageList = [] } = reading.book ?? {};
  const rows = Array.from({ length: Math.ceil(pageList.length / perRow) }, (_, n) =>
    pageList.slice(n * perRow, (n + 1) * perRow),
  );
  const startAt = rows.findIndex((row) => row.some(({ title }) => title === here));
  return (
    <PagedList
      items={rows}
      rowHeight={3.4}
      labels={strings.pages}
      pageKeys={pageKeys}
      startAt={Math.max(0, startAt)}
      keyOf={(row) => row[0]?.href ?? ''}
      row={(row, index) => (
        <div class="printed-row">
          {row.map((page) => (
            <Button
              key={page.href}
              pressed={page.title === here}
              first={index === Math.max(0, startAt) && page === row[0]}
              onPress={() => navigation.goTo(page)}
            >
              {page.title}
            </Button>
          ))}
        </div>
      )}
    />
  );
}
