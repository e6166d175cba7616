// Several lines of text with their label. Arrow keys and page keys move in the text; Escape leaves it.

import './text-field.css';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

export interface TextAreaProps {
  label: string;
  value: string;
  onInput: (value: string) => void;
  maxLength: number;
  rows: number;
  first?: boolean;
}

export function TextArea({ label, value, onInput, maxLength, rows, first }: TextAreaProps) {
  const id = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const area = input.current;
    if (!first || !area) return;
    area.focus({ preventScroll: true });
    area.setSelectionRange(area.value.length, area.value.length);
  }, [first]);
  return (
    <div class="text-field">
      <label for={id}>{label}</label>
      <textarea
        ref={input}
        id={id}
        rows={rows}
        value={value}
        maxLength={maxLength}
        spellcheck={false}
        data-first={first ? '' : undefined}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </div>
  );
}
