// A few exclusive answers side by side; an answer without text is shown as a tick.

import './choice.css';
import { Icon } from './icon.tsx';

export interface ChoiceProps<T> {
  /** What is chosen, for those who listen. */
  name: string;
  options: readonly (readonly [value: T, text: string])[];
  value: T;
  onChange: (value: T) => void;
}

export function Choice<T extends string | number | boolean>({ name, options, value, onChange }: ChoiceProps<T>) {
  return (
    <fieldset class="choice" aria-label={name}>
      {options.map(([option, text]) => (
        <button
          key={String(option)}
          type="button"
          class="choice-option"
          aria-pressed={option === value}
          aria-label={text === '' ? name : undefined}
          onClick={() => onChange(option)}
        >
          {text === '' ? option === value && <Icon name="check" /> : text}
        </button>
      ))}
    </fieldset>
  );
}
