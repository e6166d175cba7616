// Where words of the book are looked for: what to look for, what was found, chapter by chapter, in pages.

import './search.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Strings } from '../../strings/english.ts';
import { useStrings } from '../../strings/languages.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useStore } from '../../ui/use-store.ts';
import { Sheet } from '../panels/sheet.tsx';
import type { OverlayProps } from '../view-props.ts';
import type { BookSearch, SearchState } from './book-search.ts';
import type { WordPart } from './find-matches.ts';
import { SearchResults } from './search-results.tsx';

/** Milliseconds without a key after which what was typed is looked for. */
const typingPause = 700;

export function SearchPanel({ reading, features: { search } }: OverlayProps) {
  const strings = useStrings();
  const words = strings.bookSearch;
  const state = useStore(search.state, (whole) => whole);
  const [typed, setTyped] = useState(state.query);
  const pageKeys = useRef<((step: -1 | 1) => void) | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const begin = (query: string) => {
    clearTimeout(timer.current);
    setTyped(query);
    if (query !== search.state.getState().query) search.search(query);
  };
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      search.pause();
    },
    [search],
  );
  return (
    <Sheet
      title={words.title}
      tall
      keys={{ page: (step) => pageKeys.current?.(step) }}
      onClose={() => reading.show(undefined)}
    >
      <form
        class="search-form"
        onSubmit={(event) => {
          event.preventDefault();
          begin(typed);
        }}
      >
        <TextField
          label={words.query}
          hideLabel
          first={state.matches.length === 0}
          value={typed}
          onInput={(text) => {
            setTyped(text);
            clearTimeout(timer.current);
            timer.current = setTimeout(() => begin(text), typingPause);
          }}
        />
        <Button icon="search" submit>
          {words.go}
        </Button>
      </form>
      <Options search={search} state={state} words={words} />
      {state.stage === 'none' ? (
        <Recent state={state} words={words} onChoose={begin} />
      ) : (
        <SearchResults search={search} state={state} toc={reading.state.getState().toc} pageKeys={pageKeys} />
      )}
    </Sheet>
  );
}

interface PartProps {
  state: SearchState;
  words: Strings['bookSearch'];
}

function Options({ search, state, words }: PartProps & { search: BookSearch }) {
  return (
    <div class="search-options">
      <Choice
        name={words.part}
        options={Object.entries(words.parts) as [WordPart, string][]}
        value={state.part}
        onChange={(part) => search.search(state.query, { part })}
      />
      <Button pressed={state.exact} onPress={() => search.search(state.query, { exact: !state.exact })}>
        {words.exact}
      </Button>
    </div>
  );
}

function Recent({ state, words, onChoose }: PartProps & { onChoose: (query: string) => void }) {
  return (
    <div class="search-recent">
      {state.recent.length > 0 && <h3>{words.recent}</h3>}
      <div class="search-queries">
        {state.recent.map((query) => (
          <Button key={query} onPress={() => onChoose(query)}>
            <span class="search-query">{query}</span>
          </Button>
        ))}
      </div>
      <p class="quiet">{words.hint}</p>
    </div>
  );
}
