// Which books are on their way onto this device, and why one has not come.

import { errorText } from '../strings/error-text.ts';
import { useStrings } from '../strings/languages.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { PagedList } from '../ui/paged-list.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { useStore } from '../ui/use-store.ts';
import type { Download, Downloads } from './downloads.ts';
import './questions.css';

export function DownloadsDialog({ downloads, onClose }: { downloads: Downloads; onClose: () => void }) {
  const strings = useStrings();
  const { storage: words } = strings;
  const list = useStore(downloads.state, (state) => state.list);
  const isUnderWay = list.some(({ stage }) => stage !== 'failed');
  return (
    <Dialog
      title={words.downloads}
      onClose={onClose}
      buttons={
        <>
          {isUnderWay && list.length > 1 && (
            <Button onPress={() => downloads.remove(list.map(({ bookId }) => bookId))}>{words.stopAll}</Button>
          )}
          {!isUnderWay && list.length > 0 && <Button onPress={downloads.retry}>{words.again}</Button>}
          <Button look="strong" first onPress={onClose}>
            {strings.close}
          </Button>
        </>
      }
    >
      {list.length === 0 ? (
        <p>{words.noDownloads}</p>
      ) : (
        <div class="imports-list">
          <PagedList
            items={list}
            rowHeight={5.2}
            labels={strings.pages}
            keyOf={({ bookId }) => bookId}
            row={(download) => <DownloadRow download={download} onRemove={() => downloads.remove([download.bookId])} />}
          />
        </div>
      )}
    </Dialog>
  );
}

function DownloadRow({ download, onRemove }: { download: Download; onRemove: () => void }) {
  const strings = useStrings();
  const { title, stage, tenths, error } = download;
  const { storage: words } = strings;
  return (
    <div class="import-row">
      <div class="import-facts">
        <span class="import-name">{title || strings.shelf.untitled}</span>
        {stage === 'running' ? (
          <ProgressBar done={tenths} total={10} label={words.stage.running} />
        ) : (
          <span class="import-state">{error ? errorText(strings, error) : words.stage[stage]}</span>
        )}
      </div>
      <Button
        label={`${stage === 'failed' ? strings.imports.dismiss : strings.imports.stop}: ${title}`}
        onPress={onRemove}
      >
        {stage === 'failed' ? strings.imports.dismiss : strings.imports.stop}
      </Button>
    </div>
  );
}
