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
  onChange: (value: number) => void;
}

export function Stepper({ name, value, least, most, step, text, labels, onChange }: StepperProps) {
  // Sums of tenths drift; values are kept to two decimals.
  const to = (next: number) => onChange(Math.round(Math.max(least, Math.min(most, next)) * 100) / 100);
  return (
    <span class="stepper">
      <Button label={`${name}: ${labels.smaller}`} disabled={value <= least} onPress={() => to(value - step)}>
        −
      </Button>
      <span class="stepper-value">{text}</span>
      <Button label={`${name}: ${labels.larger}`} disabled={value >= most} onPress={() => to(value + step)}>
        +
      </Button>
    </span>
  );
}
