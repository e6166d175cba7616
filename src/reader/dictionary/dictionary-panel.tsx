// What the dictionaries say about a word, one after the other, in pages.

import './dictionary.css';
import { useRef } from 'preact/hooks';
import { RichText } from '../../dictionary/rich-text.tsx';
import { useStrings } from '../../strings/languages.ts';
import { Button } from '../../ui/button.tsx';
import { PagedText } from '../../ui/paged-text.tsx';
import { useStore } from '../../ui/use-store.ts';
import { Sheet } from '../panels/sheet.tsx';
import type { OverlayProps } from '../view-props.ts';

export function DictionaryPanel({ reading, features, onWords }: OverlayProps) {
  const strings = useStrings();
  const { dictionary: words } = strings;
  const { lookingUp } = features;
  const { word, found = [], none, unreadable, before } = useStore(lookingUp.state, (state) => state);
  const pageKeys = useRef<((step: -1 | 1) => void) | undefined>(undefined);
  return (
    <Sheet title={word} keys={{ page: (step) => pageKeys.current?.(step) }} onClose={() => reading.show(undefined)}>
      <div class="dictionary-text">
        <PagedText labels={strings.pages} pageKeys={pageKeys} textKey={word}>
          {found.map(({ dictionary, word: headword, entry }, index) => (
            <section key={`${dictionary} ${index}`} class="found-word">
              {found[index - 1]?.dictionary !== dictionary && <p class="found-word-dictionary">{dictionary}</p>}
              <h3 class="found-word-head">{headword}</h3>
              <RichText parts={entry} onWord={(next) => reading.later(lookingUp.follow(next))} />
            </section>
          ))}
          {found.length === 0 && unreadable.length === 0 && <p>{none ? words.noDictionary : words.notFound}</p>}
          {unreadable.map((name) => (
            <p key={name}>{words.unreadable(name)}</p>
          ))}
        </PagedText>
      </div>
      <div class="sheet-buttons">
        {before.length > 0 && (
          <Button icon="back" onPress={() => reading.later(lookingUp.back())}>
            {before.at(-1)}
          </Button>
        )}
        {none && (
          <Button look="strong" first onPress={onWords}>
            {words.settings}
          </Button>
        )}
      </div>
    </Sheet>
  );
}
