// What the book says about itself.

import { useStrings } from '../../strings/languages.ts';
import { Button } from '../../ui/button.tsx';
import { useStore } from '../../ui/use-store.ts';
import type { Reading } from '../reading.ts';
import { Sheet } from './sheet.tsx';

export function FactsPanel({ reading }: { reading: Reading }) {
  const strings = useStrings();
  const words = strings.reader.facts;
  const { facts, line, toc } = useStore(reading.state, (state) => state);
  if (!facts) return null;
  const rows: [string, string][] = [
    [words.bookTitle, facts.title],
    [words.author, facts.authors.join(', ')],
    [words.language, languageName(facts.language)],
    [words.layout, words.layouts[facts.layout]],
    [words.chapters, String(toc.length)],
    [words.progress, strings.reader.percent(line?.progress ?? 0)],
    [words.identifier, facts.identifier],
  ];
  const close = () => reading.show(undefined);
  return (
    <Sheet title={words.title} onClose={close}>
      <dl class="book-facts">
        {rows.map(
          ([name, value]) =>
            value !== '' && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <div class="sheet-buttons">
        <Button first onPress={close}>
          {strings.done}
        </Button>
      </div>
    </Sheet>
  );
}

/** In its own words; a tag that means nothing is shown as it is. */
function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
  } catch (error) {
    if (error instanceof RangeError) return tag;
    throw error;
  }
}
