// The words that were looked up, newest first; each can be forgotten, or all.

import { dayOf } from '../../strings/dates.ts';
import { useStrings } from '../../strings/languages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { useStore } from '../../ui/use-store.ts';
import type { Words } from './words.ts';

export function LookupsDialog({ words, onClose }: { words: Words; onClose: () => void }) {
  const strings = useStrings();
  const { dictionary } = strings;
  const lookups = useStore(words.state, (state) => state.lookups);
  return (
    <Dialog
      title={dictionary.lookups}
      onClose={onClose}
      buttons={
        <>
          <Button first onPress={onClose}>
            {strings.close}
          </Button>
          <Button disabled={lookups.length === 0} onPress={() => void words.forget()}>
            {dictionary.forgetAll}
          </Button>
        </>
      }
    >
      <div class="lookups">
        <PagedList
          items={lookups}
          rowHeight={3.2}
          labels={strings.pages}
          keyOf={({ word }) => word}
          row={({ word, at }) => (
            <div class="setting">
              <span class="setting-name">
                {word}
                <span class="quiet setting-detail">{dayOf(at)}</span>
              </span>
              <Button
                look="plain"
                icon="close"
                label={`${dictionary.forget}: ${word}`}
                onPress={() => void words.forget([word])}
              />
            </div>
          )}
        />
      </div>
    </Dialog>
  );
}
