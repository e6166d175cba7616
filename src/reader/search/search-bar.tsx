// While the reader goes from match to match: where they are among them, and the way to the next. It stands where the
// page's line is, and turns of the page leave it there.

import './search.css';
import { useStrings } from '../../strings/languages.ts';
import { Button } from '../../ui/button.tsx';
import { useStore } from '../../ui/use-store.ts';
import type { OverlayProps } from '../view-props.ts';

export function SearchBar({ reading, features: { search } }: OverlayProps) {
  const strings = useStrings();
  const words = strings.bookSearch;
  const at = useStore(search.state, (state) => state.at);
  const count = useStore(search.state, (state) => state.matches.length);
  if (at === undefined) return null;
  return (
    // A finger on it takes no focus: keys go on meaning the page.
    <nav class="search-bar" aria-label={words.bar} onMouseDown={(event) => event.preventDefault()}>
      <Button look="plain" icon="list" label={words.list} onPress={() => reading.show('search')} />
      <span class="search-steps">
        <Button look="plain" icon="back" label={words.previous} onPress={() => search.step(-1)} />
        <span class="search-position">{strings.pages.position(at + 1, count)}</span>
        <Button look="plain" icon="forward" label={words.next} onPress={() => search.step(1)} />
      </span>
      <Button look="plain" icon="close" label={words.end} onPress={() => search.end()} />
    </nav>
  );
}
