// Writes a thought about words of the book, or changes one: the words, the text, and who may read it.

import './thoughts.css';
import { useState } from 'preact/hooks';
import { contentLimit, type Visibility } from '../../db/marks/thoughts.ts';
import { useStrings } from '../../strings/languages.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useStore } from '../../ui/use-store.ts';
import { Sheet } from '../panels/sheet.tsx';
import type { OverlayProps } from '../view-props.ts';

export function ThoughtPanel({ reading, features }: OverlayProps) {
  const strings = useStrings();
  const { thoughts: words } = strings;
  const about = useStore(reading.state, (state) => state.about);
  const thought = useStore(reading.state, (state) => state.thought);
  const atRisk = useStore(features.thinking.state, (state) => state.atRisk);
  const [content, setContent] = useState(() => features.thinking.begun() ?? thought?.content ?? '');
  const [visibility, setVisibility] = useState<Visibility>(thought?.visibility ?? 'private');
  if (!about) return null;
  const options: [Visibility, string][] = [
    ['private', words.visibilities.private],
    ['friends', words.visibilities.friends],
    ['public', words.visibilities.public],
  ];
  const close = () => reading.show(undefined);
  const type = (next: string) => {
    setContent(next);
    features.thinking.typed(next);
  };
  return (
    <Sheet title={thought ? words.change : words.write} onClose={close}>
      <blockquote class="thought-quote" dir="auto">
        {about.words}
      </blockquote>
      <TextArea first label={words.text} value={content} rows={5} maxLength={contentLimit} onInput={type} />
      {atRisk && <p role="status">{words.atRisk}</p>}
      <div class="thought-row">
        <span>{words.visibility}</span>
        <Choice name={words.visibility} options={options} value={visibility} onChange={setVisibility} />
      </div>
      <div class="sheet-buttons">
        <Button
          onPress={() => {
            features.thinking.typed('');
            close();
          }}
        >
          {strings.cancel}
        </Button>
        <Button
          look="strong"
          disabled={content.trim() === ''}
          onPress={() => void features.thinking.keep(content, visibility)}
        >
          {words.keep}
        </Button>
      </div>
    </Sheet>
  );
}
