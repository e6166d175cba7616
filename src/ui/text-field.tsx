// One line of text with its label. Says what is typed only on change, and never checks spelling.

import './text-field.css';
import type { RefObject } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

export interface TextFieldProps {
  label: string;
  value: string;
  onInput: (value: string) => void;
  maxLength?: number;
  type?: 'text' | 'password';
  first?: boolean;
  /** The label is read aloud only. */
  hideLabel?: boolean;
  /** Where others find the field. */
  field?: RefObject<HTMLInputElement | null>;
}

export function TextField(props: TextFieldProps) {
  const { label, value, onInput, maxLength = 200, type = 'text', first, hideLabel, field } = props;
  const id = useId();
  const own = useRef<HTMLInputElement>(null);
  const input = field ?? own;
  // Also where the field appears in a layer that is open already.
  useLayoutEffect(() => {
    if (first) input.current?.focus({ preventScroll: true });
  }, [first]);
  return (
    <div class="text-field">
      {!hideLabel && <label for={id}>{label}</label>}
      <input
        ref={input}
        id={id}
        type={type as 'text'}
        value={value}
        maxLength={maxLength}
        spellcheck={false}
        autocomplete="off"
        {...(hideLabel ? { 'aria-label': label, placeholder: label } : {})}
        data-first={first ? '' : undefined}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </div>
  );
}
