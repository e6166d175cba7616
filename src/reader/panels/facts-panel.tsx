// What the book says about itself.

import type { ComponentChildren } from 'preact';
import type { BookFacts } from '../../book/book.ts';
import { useStrings } from '../../strings/languages.ts';
import { Button } from '../../ui/button.tsx';
import { useStore } from '../../ui/use-store.ts';
import { NetworkRow } from '../network/network-row.tsx';
import type { Reading } from '../reading.ts';
import { Sheet } from './sheet.tsx';

export function FactsPanel({ reading }: { reading: Reading }) {
  const strings = useStrings();
  const words = strings.reader.facts;
  const { facts, line, toc } = useStore(reading.state, (state) => state);
  if (!facts) return null;
  const rows: [string, ComponentChildren][] = [
    [words.bookTitle, facts.title && <bdi dir={facts.titleDirection}>{facts.title}</bdi>],
    [words.author, facts.authors.length > 0 && <Authors facts={facts} />],
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
            value !== '' &&
            value !== false && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <NetworkRow reading={reading} />
      <div class="sheet-buttons">
        <Button first onPress={close}>
          {strings.done}
        </Button>
      </div>
    </Sheet>
  );
}

/** Each in the direction that the book gives it. */
function Authors({ facts }: { facts: BookFacts }) {
  return facts.authors.map((author, n) => (
    <>
      {n > 0 && ', '}
      <bdi dir={facts.authorDirections[n] ?? 'auto'}>{author}</bdi>
    </>
  ));
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
