// Asks for the password of a document that is locked, on the page that stands there until the book is open.

import './unlock-form.css';
import { useState } from 'preact/hooks';
import { useStrings } from '../../strings/languages.ts';
import { Button } from '../../ui/button.tsx';
import { useLayer } from '../../ui/layers.ts';
import { TextField } from '../../ui/text-field.tsx';
import type { Locked } from '../reading-state.ts';

export interface UnlockFormProps {
  title: string;
  locked: Locked;
  onLeave: () => void;
}

const longest = 512;

export function UnlockForm({ title, locked, onLeave }: UnlockFormProps) {
  const strings = useStrings();
  const words = strings.drawnPages.locked;
  const [password, setPassword] = useState('');
  const layer = useLayer({ back: onLeave });
  return (
    <div ref={layer} class="opening-words" tabIndex={-1}>
      <h1>{title || words.title}</h1>
      {title && <p>{words.title}</p>}
      <p role="status">{locked.again ? words.again : words.text}</p>
      <form
        class="unlock-form"
        onSubmit={(event) => {
          event.preventDefault();
          locked.answer(password);
        }}
      >
        <TextField
          label={words.password}
          value={password}
          onInput={setPassword}
          maxLength={longest}
          type="password"
          first
        />
        <div class="opening-buttons">
          <Button look="strong" submit>
            {words.open}
          </Button>
          <Button onPress={onLeave}>{strings.reader.toShelf}</Button>
        </div>
      </form>
    </div>
  );
}
