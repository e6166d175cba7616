// A passage in another language: the words, their translation in pages, and what can be done with it.

import '../thoughts/thoughts.css';
import { useRef } from 'preact/hooks';
import type { ErrorCode } from '../../../api/errors.ts';
import type { Strings } from '../../strings/english.ts';
import { useStrings } from '../../strings/languages.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { PagedText } from '../../ui/paged-text.tsx';
import { useStore } from '../../ui/use-store.ts';
import { Sheet } from '../panels/sheet.tsx';
import type { OverlayProps } from '../view-props.ts';

export function TranslationPanel({ reading, features, onWords }: OverlayProps) {
  const strings = useStrings();
  const { translation: words } = strings;
  const about = useStore(reading.state, (state) => state.about);
  const { translated, problem } = useStore(features.translating.state, (state) => state);
  const pageKeys = useRef<((step: -1 | 1) => void) | undefined>(undefined);
  if (!about) return null;
  return (
    <Sheet
      title={words.title}
      keys={{ page: (step) => pageKeys.current?.(step) }}
      onClose={() => reading.show(undefined)}
    >
      <div class="thought-text">
        <PagedText labels={strings.pages} pageKeys={pageKeys} textKey={translated ?? problem ?? ''}>
          <blockquote class="thought-quote" dir="auto">
            {about.words}
          </blockquote>
          {translated === undefined ? (
            <p role="status">{problem ? problemText(problem, words) : words.asking}</p>
          ) : (
            <p class="thought-content" dir="auto">
              {translated}
            </p>
          )}
        </PagedText>
      </div>
      <div class="sheet-buttons">
        {translated !== undefined && (
          <>
            <Button icon="copy" onPress={() => reading.later(copyText(translated))}>
              {words.copy}
            </Button>
            <Button icon="notes" first onPress={() => reading.later(features.thinking.add(about, translated))}>
              {words.keep}
            </Button>
          </>
        )}
        {(problem === 'not_found' || problem === 'bad_argument' || problem === 'no_permission') && (
          <Button look="strong" first onPress={onWords}>
            {words.settings}
          </Button>
        )}
        {problem && problem !== 'not_found' && problem !== 'too_large' && (
          <Button onPress={() => reading.later(features.translating.ask(about.words))}>{words.again}</Button>
        )}
      </div>
    </Sheet>
  );
}

function problemText(problem: ErrorCode, { problems }: Strings['translation']): string {
  const known: Partial<Record<ErrorCode, string>> = problems;
  return known[problem] ?? problems.fetch_failed;
}
