// Changes a thought from the list of notes: its text, and who may read it.

import { useState } from 'preact/hooks';
import { contentLimit, type Visibility } from '../db/marks/thoughts.ts';
import { useStrings } from '../strings/languages.ts';
import { Button } from '../ui/button.tsx';
import { Choice } from '../ui/choice.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { useStore } from '../ui/use-store.ts';
import type { ChangedThought, Notes } from './notes.ts';

export interface ThoughtDialogProps {
  changed: ChangedThought;
  notes: Notes;
  onClose: () => void;
}

export function ThoughtDialog({ changed, notes, onClose }: ThoughtDialogProps) {
  const strings = useStrings();
  const { thoughts: words } = strings;
  const atRisk = useStore(notes.state, (state) => state.atRisk);
  const [content, setContent] = useState(changed.begun);
  const [visibility, setVisibility] = useState<Visibility>(changed.thought.visibility);
  const options: [Visibility, string][] = [
    ['private', words.visibilities.private],
    ['friends', words.visibilities.friends],
    ['public', words.visibilities.public],
  ];
  const save = async () => {
    if (await changed.keep(content, visibility)) onClose();
  };
  const type = (next: string) => {
    setContent(next);
    changed.typed(next);
  };
  return (
    <Dialog
      title={words.title}
      onClose={onClose}
      onSubmit={() => void save()}
      buttons={
        <>
          <Button
            onPress={() => {
              changed.typed('');
              onClose();
            }}
          >
            {strings.cancel}
          </Button>
          <Button look="strong" submit disabled={content.trim() === ''}>
            {words.keep}
          </Button>
        </>
      }
    >
      <TextArea first label={words.text} value={content} rows={6} maxLength={contentLimit} onInput={type} />
      {atRisk && <p role="status">{words.atRisk}</p>}
      <Choice name={words.visibility} options={options} value={visibility} onChange={setVisibility} />
    </Dialog>
  );
}
