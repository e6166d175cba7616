// What changes one setting of the type: a few answers side by side, or steps through more of them. Props only.

import type { Strings } from '../strings/english.ts';
import { Choice } from './choice.tsx';
import { Stepper } from './stepper.tsx';

type Words = Strings['typography'];
export type TypeField = keyof Words['fields'];
type Value = string | number | boolean;

export interface TypeControlProps<T extends Value> {
  words: Words;
  labels: { smaller: string; larger: string; on: string; off: string };
  field: TypeField;
  values: readonly T[];
  value: T;
  /** `from`: what the same press makes of another value, where one was asked for that is not shown yet. */
  onChange: (value: T, from: (wanted: T) => T) => void;
}

/** Answers that fit side by side on a narrow page. */
const sideBySide = 3;

export function TypeControl<T extends Value>({ words, labels, field, values, value, onChange }: TypeControlProps<T>) {
  const name = words.fields[field];
  const textOf = (one: T) =>
    typeof one === 'boolean' ? (one ? labels.on : labels.off) : valueText(words, field, one as string | number);
  // A font that has been removed is no answer any more.
  const held = typeof value === 'string' && !values.includes(value) ? (values[0] as T) : value;
  // Four short words fit as well.
  if (values.length <= sideBySide || (field === 'fontFamily' && values.length === 4)) {
    const choose = (to: T) => onChange(to, () => to);
    return <Choice name={name} options={values.map((one) => [one, textOf(one)])} value={held} onChange={choose} />;
  }
  const at = nearest(values, held);
  return (
    <Stepper
      name={name}
      value={at}
      least={0}
      most={values.length - 1}
      step={1}
      text={textOf(held)}
      labels={labels}
      onChange={(to, step) => onChange(values[to] as T, (wanted) => values[step(nearest(values, wanted))] as T)}
    />
  );
}

/** A value that was stored when there were others stands where it belongs. */
function nearest(values: readonly Value[], value: Value): number {
  const exact = values.indexOf(value);
  if (exact >= 0 || typeof value !== 'number') return Math.max(0, exact);
  const distances = values.map((one) => Math.abs(Number(one) - value));
  return distances.indexOf(Math.min(...distances));
}

function valueText(words: Words, field: TypeField, value: string | number): string {
  const { names } = words;
  if (typeof value === 'string') {
    if (value.startsWith('font:')) return value.slice('font:'.length);
    const known: Readonly<Record<string, Readonly<Record<string, string>>>> = {
      fontFamily: names.fonts,
      align: names.aligns,
      writing: names.writings,
      script: names.scripts,
    };
    return known[field]?.[value] ?? value;
  }
  if (value < 0 && (field === 'paragraphSpacing' || field === 'indent')) return words.original;
  if (field === 'columns') return words.columns[value] ?? String(value);
  if (field === 'margin') return String(value + 1);
  const text = textOfNumber[field];
  return text ? text(words, value) : String(value);
}

const signed = (value: number) => (value > 0 ? `+${value}` : String(value).replace('-', '−'));
const textOfNumber: Partial<Record<TypeField, (words: Words, value: number) => string>> = {
  fontSize: (words, value) => words.percent(value),
  lineHeight: (_, value) => value.toFixed(1),
  weight: (words, value) => (value === 0 ? words.usual : signed(value)),
  paragraphSpacing: (words, value) => words.lines(value),
  indent: (words, value) => words.letters(value),
  letterSpacing: (words, value) => words.percent(value),
  wordSpacing: (words, value) => words.percent(value),
  marginTop: (_, value) => signed(value),
  marginBottom: (_, value) => signed(value),
  marginLeft: (_, value) => signed(value),
  marginRight: (_, value) => signed(value),
};
