// Changes a thought from the list of notes: its text, and who may read it.

import { useState } from 'preact/hooks';
import { contentLimit, type ThoughtRow, type Visibility } from '../db/marks/thoughts.ts';
import { useStrings } from '../strings/languages.ts';
import { Button } from '../ui/button.tsx';
import { Choice } from '../ui/choice.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextArea } from '../ui/text-area.tsx';
import type { Notes } from './notes.ts';

export interface ThoughtDialogProps {
  thought: ThoughtRow;
  notes: Notes;
  onClose: () => void;
}

export function ThoughtDialog({ thought, notes, onClose }: ThoughtDialogProps) {
  const strings = useStrings();
  const { thoughts: words } = strings;
  const [content, setContent] = useState(thought.content);
  const [visibility, setVisibility] = useState<Visibility>(thought.visibility);
  const options: [Visibility, string][] = [
    ['private', words.visibilities.private],
    ['friends', words.visibilities.friends],
    ['public', words.visibilities.public],
  ];
  const save = async () => {
    await notes.changeThought(thought, { content: content.trim(), visibility });
    onClose();
  };
  return (
    <Dialog
      title={words.title}
      onClose={onClose}
      onSubmit={() => void save()}
      buttons={
        <>
          <Button onPress={onClose}>{strings.cancel}</Button>
          <Button look="strong" submit disabled={content.trim() === ''}>
            {words.keep}
          </Button>
        </>
      }
    >
      <TextArea first label={words.text} value={content} rows={6} maxLength={contentLimit} onInput={setContent} />
      <Choice name={words.visibility} options={options} value={visibility} onChange={setVisibility} />
    </Dialog>
  );
}
