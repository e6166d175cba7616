// Dictionaries and translation in the settings: what is installed, in which order it is asked, which words were looked
// up, and which service translates.

import './words.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { DictionaryRow } from '../../db/reading/dictionaries.ts';
import { useStrings } from '../../strings/languages.ts';
import { Button } from '../../ui/button.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { useStore } from '../../ui/use-store.ts';
import { LookupsDialog } from './lookups-dialog.tsx';
import { TranslationDialog } from './translation-dialog.tsx';
import type { Words } from './words.ts';

export interface WordsSectionProps {
  words: Words;
  pageKeys: { current: ((step: -1 | 1) => void) | undefined };
}

type Row = 'add' | 'lookups' | 'translation' | DictionaryRow;

export function WordsSection({ words, pageKeys }: WordsSectionProps) {
  const strings = useStrings();
  const state = useStore(words.state, (value) => value);
  const [open, setOpen] = useState<'lookups' | 'translation'>();
  const [loaded, setLoaded] = useState(false);
  useEffect(() => void words.load().then(() => setLoaded(true)), [words]);
  if (!loaded) return null;
  const rows: Row[] = ['add', ...state.dictionaries, 'lookups', 'translation'];
  return (
    <>
      <PagedList
        items={rows}
        rowHeight={4.6}
        labels={strings.pages}
        keyOf={(row) => (typeof row === 'string' ? row : row.dictionaryId)}
        pageKeys={pageKeys}
        row={(row) =>
          row === 'add' ? (
            <AddRow words={words} />
          ) : row === 'lookups' || row === 'translation' ? (
            <OpenRow kind={row} words={words} onOpen={() => setOpen(row)} />
          ) : (
            <InstalledRow row={row} first={row === state.dictionaries[0]} words={words} />
          )
        }
      />
      {open === 'lookups' && <LookupsDialog words={words} onClose={() => setOpen(undefined)} />}
      {open === 'translation' && state.translation && (
        <TranslationDialog words={words} state={state.translation} onClose={() => setOpen(undefined)} />
      )}
    </>
  );
}

function AddRow({ words }: { words: Words }) {
  const { dictionary } = useStrings();
  const { installing, problem } = useStore(words.state, (state) => state);
  const input = useRef<HTMLInputElement>(null);
  return (
    <div class="setting">
      <span class="setting-name">
        {installing === undefined ? (
          <span class="quiet">{problem ? dictionary.problems[problem] : dictionary.hint}</span>
        ) : (
          <ProgressBar done={installing} total={10} label={dictionary.installing} />
        )}
      </span>
      <span class="setting-control">
        <Button disabled={installing !== undefined} onPress={() => input.current?.click()}>
          {dictionary.add}
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          accept=".ifo,.idx,.dict,.dz,.syn,.gz,.zip,.tgz,.tar"
          onChange={({ currentTarget }) => {
            const files = [...(currentTarget.files ?? [])];
            // The same file may be chosen again.
            currentTarget.value = '';
            if (files.length > 0) void words.install(files);
          }}
        />
      </span>
    </div>
  );
}

function InstalledRow({ row, first, words }: { row: DictionaryRow; first: boolean; words: Words }) {
  const { dictionary } = useStrings();
  const { dictionaryId, name, size } = row;
  return (
    <div class="setting">
      <span class="setting-name">
        <span class="dictionary-name">{name}</span>
        <span class="quiet">{dictionary.facts(row.words, (size / 1e6).toFixed(1))}</span>
      </span>
      <span class="setting-control dictionary-buttons">
        <Button label={`${dictionary.raise}: ${name}`} disabled={first} onPress={() => void words.raise(dictionaryId)}>
          ↑
        </Button>
        <Button icon="trash" label={`${dictionary.remove}: ${name}`} onPress={() => void words.remove(dictionaryId)} />
      </span>
    </div>
  );
}

function OpenRow({ kind, words, onOpen }: { kind: 'lookups' | 'translation'; words: Words; onOpen: () => void }) {
  const { dictionary, translation } = useStrings();
  const count = useStore(words.state, ({ lookups }) => lookups.length);
  const service = useStore(words.state, (state) => state.translation?.options.kind ?? 'none');
  return (
    <div class="setting">
      <span class="setting-name">
        {kind === 'lookups' ? dictionary.lookups : translation.title}
        <span class="quiet setting-detail">
          {kind === 'lookups' ? dictionary.count(count) : translation.kinds[service]}
        </span>
      </span>
      <span class="setting-control">
        <Button disabled={kind === 'lookups' && count === 0} onPress={onOpen}>
          {kind === 'lookups' ? dictionary.show : translation.setUp}
        </Button>
      </span>
    </div>
  );
}
