// One of the lights in front of the panel: darker, brighter, off.

import type { Light } from '../../api/panel.ts';
import type { Strings } from '../strings/english.ts';
import { Stepper } from './stepper.tsx';

/** Per cent. */
const lightStep = 5;

export interface LightStepperProps {
  light: Light;
  strings: Strings;
  onChange: (percent: number) => void;
}

export function LightStepper({ light: { kind, percent }, strings, onChange }: LightStepperProps) {
  const { device, settings } = strings;
  return (
    <Stepper
      name={device.lights[kind]}
      value={percent}
      least={0}
      most={100}
      step={lightStep}
      text={percent === 0 ? device.lightOff : device.percent(percent)}
      labels={settings}
      onChange={onChange}
    />
  );
}
