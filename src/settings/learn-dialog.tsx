// Waits for the button that is to do something from now on.

import { useStrings } from '../strings/languages.ts';
import { Button } from '../ui/button.tsx';
import { useLayer } from '../ui/layers.ts';
import type { Action } from './control-rows.tsx';

export interface LearnDialogProps {
  action: Action;
  /** `key`: as the device names it. */
  onLearned: (key: string) => void;
  onClose: () => void;
}

/** Pressed together with another key, they mean nothing by themselves. */
const modifiers = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Tab']);

export function LearnDialog({ action, onLearned, onClose }: LearnDialogProps) {
  const strings = useStrings();
  const words = strings.device;
  const layer = useLayer({
    raw(event) {
      if (modifiers.has(event.key)) return false;
      if (event.key === 'Escape') onClose();
      else if (!event.repeat) onLearned(nameOf(event));
      return true;
    },
  });
  const title = words.learnTitle(words.actions[action]);
  return (
    <div class="layer-back">
      <div ref={layer} class="dialog" role="dialog" aria-modal="true" aria-label={title} tabIndex={-1}>
        <h2>{title}</h2>
        <p>{words.learnText}</p>
        <div class="dialog-buttons">
          <Button onPress={onClose}>{strings.cancel}</Button>
        </div>
      </div>
    </div>
  );
}

/** Buttons that no keyboard has are told apart by their code. */
function nameOf({ key, code }: KeyboardEvent): string {
  return (key === 'Unidentified' || key === '') && code !== '' ? code : key;
}
