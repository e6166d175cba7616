// The lights in front of the panel, without leaving the book. The page above shows what each press does.

import './type-panel.css';
import { useStrings } from '../../strings/languages.ts';
import { LightStepper } from '../../ui/light-stepper.tsx';
import { useStore } from '../../ui/use-store.ts';
import type { OverlayProps } from '../view-props.ts';
import { Sheet } from './sheet.tsx';

export function LightPanel({ reading, lights }: OverlayProps) {
  const strings = useStrings();
  const found = useStore(lights.state, (state) => state.lights);
  return (
    <Sheet title={strings.device.lights.plain} onClose={() => reading.show(undefined)}>
      {found.map((light) => (
        <div key={light.name} class="type-row">
          <span>{strings.device.lights[light.kind]}</span>
          <LightStepper
            light={light}
            strings={strings}
            onChange={(percent) => reading.later(lights.setLight(light.name, percent))}
          />
        </div>
      ))}
    </Sheet>
  );
}
