// How far each added file is, and why one was not added.

import { errorText } from '../strings/error-text.ts';
import { useStrings } from '../strings/languages.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { PagedList } from '../ui/paged-list.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { useStore } from '../ui/use-store.ts';
import type { Imports } from './imports.ts';
import './questions.css';

export function ImportsDialog({ imports, onClose }: { imports: Imports; onClose: () => void }) {
  const strings = useStrings();
  const list = useStore(imports.state, (state) => state.list);
  return (
    <Dialog
      title={strings.imports.title}
      onClose={onClose}
      buttons={
        <Button look="strong" first onPress={onClose}>
          {strings.close}
        </Button>
      }
    >
      {list.length === 0 ? (
        <p>{strings.imports.none}</p>
      ) : (
        <div class="imports-list">
          <PagedList
            items={list}
            rowHeight={5.2}
            labels={strings.pages}
            keyOf={({ importId }) => importId}
            row={(item) => (
              <div class="import-row">
                <div class="import-facts">
                  <span class="import-name">{item.name}</span>
                  {item.stage === 'reading' || item.stage === 'uploading' ? (
                    <ProgressBar done={item.done} total={item.total} label={strings.imports.stage[item.stage]} />
                  ) : (
                    <span class="import-state">
                      {strings.imports.stage[item.stage]}
                      {item.error && `: ${errorText(strings, item.error)}`}
                    </span>
                  )}
                </div>
                <Button onPress={() => void imports.remove(item.importId)}>
                  {item.stage === 'failed' || item.stage === 'done' ? strings.imports.dismiss : strings.imports.stop}
                </Button>
              </div>
            )}
          />
        </div>
      )}
    </Dialog>
  );
}
