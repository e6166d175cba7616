// The bar below the shelf: how far it is in sync, the pages, and how many books there are. Its height never changes.

import './shelf-footer.css';
import type { StoreApi } from 'zustand/vanilla';
import { useStrings } from '../strings/languages.ts';
import { Button } from '../ui/button.tsx';
import type { IconName } from '../ui/icon.tsx';
import { PageBar } from '../ui/page-bar.tsx';
import { useStore } from '../ui/use-store.ts';
import type { Downloads } from './downloads.ts';
import type { Imports } from './imports.ts';
import type { Shelf } from './shelf.ts';

/** How the shelf stands to the service, in one word. */
export type SyncWord = 'running' | 'done' | 'offline' | 'signedOut' | 'expired' | 'failed';

export interface ShelfFooterProps {
  shelf: Shelf;
  imports: Imports;
  downloads: Downloads;
  sync: StoreApi<{ word: SyncWord }>;
  onSync: () => void;
  onImports: () => void;
  onDownloads: () => void;
}

const syncIcons: Record<SyncWord, IconName> = {
  running: 'sync',
  done: 'sync',
  offline: 'offline',
  signedOut: 'person',
  expired: 'person',
  failed: 'warning',
};

export function ShelfFooter(props: ShelfFooterProps) {
  const { shelf, imports, downloads, sync, onSync, onImports } = props;
  const strings = useStrings();
  const shown = useStore(shelf.state, (state) => state.shown);
  const news = useStore(shelf.state, (state) => state.news);
  const word = useStore(sync, (state) => state.word);
  // Without an account, files that wait for one are on the shelf already.
  const waits = word !== 'signedOut';
  const running = useStore(imports.state, ({ list }) => list.filter((item) => isUnderWay(item, waits)).length);
  const failed = useStore(imports.state, ({ list }) => list.filter(({ stage }) => stage === 'failed').length);
  const fetching = useStore(downloads.state, ({ list }) => list.filter(({ stage }) => stage !== 'failed').length);
  const lost = useStore(downloads.state, ({ list }) => list.filter(({ stage }) => stage === 'failed').length);
  return (
    <footer class="shelf-footer signs-in-hand">
      {fetching > 0 || (lost > 0 && running === 0) ? (
        <Button look="plain" icon={fetching > 0 ? 'download' : 'warning'} onPress={props.onDownloads}>
          {fetching > 0 ? strings.storage.downloading(fetching) : strings.storage.notDownloaded(lost)}
        </Button>
      ) : running > 0 ? (
        <Button look="plain" icon="download" onPress={onImports}>
          {strings.imports.running(running)}
        </Button>
      ) : news ? (
        <Button look="plain" icon="sync" onPress={() => void shelf.showNews()}>
          {strings.shelf.news}
        </Button>
      ) : failed > 0 ? (
        <Button look="plain" icon="warning" onPress={onImports}>
          {strings.imports.failed(failed)}
        </Button>
      ) : (
        <Button look="plain" icon={syncIcons[word]} onPress={onSync}>
          {strings.sync[word]}
        </Button>
      )}
      <PageBar
        page={shown.page}
        pages={shown.pages}
        labels={strings.pages}
        onPage={(page) => void shelf.goToPage(page)}
      />
      <span class="shelf-count">{shown.total > 0 && strings.shelf.books(shown.total)}</span>
    </footer>
  );
}

function isUnderWay({ stage }: { stage: string }, waits: boolean): boolean {
  return stage !== 'done' && stage !== 'failed' && (waits || stage !== 'waiting');
}
