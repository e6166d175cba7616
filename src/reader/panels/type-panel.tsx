// How the text is set. Each press lays the page out anew, which shows above the panel in the same frame. What most
// readers change is on the first page; what the book has no use for is left out.

import './type-panel.css';
import { useRef } from 'preact/hooks';
import { eastAsianWriting } from '../../book/styles/east-asian.ts';
import { type ReadingField, readingFields, readingValues } from '../../db/settings/reading-choices.ts';
import { useStrings } from '../../strings/languages.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { TypeControl } from '../../ui/type-control.tsx';
import { useStore } from '../../ui/use-store.ts';
import type { Reading } from '../reading.ts';
import { Sheet } from './sheet.tsx';

export function TypePanel({ reading }: { reading: Reading }) {
  const strings = useStrings();
  const language = useStore(reading.state, (state) => state.facts?.language ?? '');
  const pageKeys = useRef<((step: -1 | 1) => void) | undefined>(undefined);
  const close = () => reading.show(undefined);
  return (
    <Sheet
      title={strings.typography.title}
      head={<Head reading={reading} onClose={close} />}
      keys={{ page: (step) => pageKeys.current?.(step) }}
      onClose={close}
    >
      <div class="type-rows">
        <PagedList
          items={[...fieldsFor(language), 'reset' as const]}
          rowHeight={3.2}
          labels={strings.pages}
          keyOf={(field) => field}
          pageKeys={pageKeys}
          row={(field) => <TypeRow reading={reading} field={field} />}
        />
      </div>
    </Sheet>
  );
}

function Head({ reading, onClose }: { reading: Reading; onClose: () => void }) {
  const strings = useStrings();
  const own = useStore(reading.state, (state) => state.ownStyle);
  const { scope, scopes, title } = strings.typography;
  return (
    <div class="sheet-head">
      <h2>{title}</h2>
      <Choice
        name={scope}
        options={[
          [false, scopes.all],
          [true, scopes.book],
        ]}
        value={own}
        onChange={(wanted) => reading.later(reading.restyle((settings) => settings.setOwn(wanted)))}
      />
      <Button look="plain" icon="close" label={strings.close} onPress={onClose} />
    </div>
  );
}

function TypeRow({ reading, field }: { reading: Reading; field: ReadingField | 'reset' }) {
  const { typography: words, settings: labels } = useStrings();
  const style = useStore(reading.state, (state) => state.style);
  if (field === 'reset') {
    return (
      <div class="type-row">
        <span>{words.reset}</span>
        <Button onPress={() => reading.later(reading.restyle((settings) => settings.reset()))}>
          {words.resetAction}
        </Button>
      </div>
    );
  }
  return (
    <div class="type-row">
      <span>{words.fields[field]}</span>
      <TypeControl
        words={words}
        labels={labels}
        field={field}
        values={field === 'fontFamily' ? reading.fontChoices : readingValues[field]}
        value={style[field]}
        onChange={(_, from) => reading.later(reading.changeStyle((wanted) => ({ [field]: from(wanted[field]) })))}
      />
    </div>
  );
}

/** Words are divided in languages that divide them; lines run down, and characters change, in those that do that. */
function fieldsFor(language: string): ReadingField[] {
  const writing = eastAsianWriting(language);
  const chinese = writing?.startsWith('zh') ?? language === '';
  return readingFields.filter((field) => {
    if (field === 'script') return chinese;
    if (field === 'writing') return writing !== undefined || language === '';
    return field !== 'hyphenate' || writing === undefined;
  });
}
