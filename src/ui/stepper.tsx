// A number with a step down and a step up; the text between keeps its width, so that nothing moves.

import './stepper.css';
import { Button } from './button.tsx';

export interface StepperProps {
  name: string;
  value: number;
  least: number;
  most: number;
  step: number;
  /** The value in words. */
  text: string;
  labels: { smaller: string; larger: string };
  /** `step`: takes the same step from another value, for where one was asked for that is not shown yet. */
  onChange: (value: number, step: (from: number) => number) => void;
}

export function Stepper({ name, value, least, most, step, text, labels, onChange }: StepperProps) {
  const press = (by: number) => {
    // Sums of tenths drift; values are kept to two decimals.
    const from = (start: number) => Math.round(Math.max(least, Math.min(most, start + by)) * 100) / 100;
    onChange(from(value), from);
  };
  return (
    <span class="stepper">
      <Button label={`${name}: ${labels.smaller}`} disabled={value <= least} onPress={() => press(-step)}>
        −
      </Button>
      <span class="stepper-value">{text}</span>
      <Button label={`${name}: ${labels.larger}`} disabled={value >= most} onPress={() => press(step)}>
        +
      </Button>
    </span>
  );
}
