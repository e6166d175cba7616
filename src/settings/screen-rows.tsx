// The rows of the screen's section: which panel, how often it is cleaned, its options and its lights.

import type { Light, PanelInfo, PanelOptions } from '../../api/panel.ts';
import type { ScreenSettings } from '../db/settings/screen-settings.ts';
import type { Strings } from '../strings/english.ts';
import { Button } from '../ui/button.tsx';
import { Choice } from '../ui/choice.tsx';
import { LightStepper } from '../ui/light-stepper.tsx';
import { Stepper } from '../ui/stepper.tsx';
import type { DeviceSettings, DeviceState } from './device.ts';
import { onOff, type SettingsRow } from './rows.tsx';

interface ScreenParts {
  strings: Strings;
  screen: ScreenSettings;
  change: (change: Partial<ScreenSettings>) => void;
  panel: PanelInfo;
  state: DeviceState;
  device: DeviceSettings;
  report: (error: unknown) => void;
  onAsk: (question: 'panel' | 'commands') => void;
}

const refreshChoices = [-1, 0, 1, 2, 4, 6, 8, 12, 20];
const rotations: readonly PanelOptions['rotation'][] = [0, 90, 180, 270];

export function screenRows({
  strings,
  screen,
  change,
  panel,
  state,
  device,
  report,
  onAsk,
}: ScreenParts): SettingsRow[] {
  const { settings: words, device: deviceWords } = strings;
  const at = Math.max(0, refreshChoices.indexOf(screen.refreshEvery));
  const rows: SettingsRow[] = [
    {
      name: deviceWords.panel,
      detail: deviceWords.panels[panel.backend],
      control: <Button onPress={() => onAsk('panel')}>{deviceWords.choose}</Button>,
    },
    ...optionRows(strings, panel, state.options, device, onAsk),
    {
      name: words.refreshEvery,
      control: (
        <Stepper
          name={words.refreshEvery}
          value={at}
          least={0}
          most={refreshChoices.length - 1}
          step={1}
          text={words.refreshTurns(screen.refreshEvery)}
          labels={words}
          onChange={(index) => change({ refreshEvery: refreshChoices[index] ?? 6 })}
        />
      ),
    },
    {
      name: words.avoidFlashing,
      control: onOff(words, words.avoidFlashing, screen.avoidFlashing, (avoidFlashing) => change({ avoidFlashing })),
    },
  ];
  const sleepPages = (['cover', 'passage'] as const).map((page) => [page, deviceWords.sleepPages[page]] as const);
  rows.push({
    name: deviceWords.sleepPage,
    control: (
      <Choice
        name={deviceWords.sleepPage}
        options={sleepPages}
        value={screen.sleepPage}
        onChange={(sleepPage) => change({ sleepPage })}
      />
    ),
  });
  return [...rows, ...state.lights.map((light) => lightRow(strings, light, device, report))];
}

function optionRows(
  { settings: words, device: deviceWords }: Strings,
  { backend }: PanelInfo,
  options: PanelOptions,
  device: DeviceSettings,
  onAsk: ScreenParts['onAsk'],
): SettingsRow[] {
  if (backend === 'command') {
    const control = <Button onPress={() => onAsk('commands')}>{deviceWords.edit}</Button>;
    return [{ name: deviceWords.commands, detail: options.fullCommand || options.partialCommand, control }];
  }
  if (backend === 'pinenote-hints') {
    const choices = rotations.map((rotation) => [rotation, deviceWords.degrees(rotation)] as const);
    return [
      {
        name: deviceWords.rotation,
        control: (
          <Choice
            name={deviceWords.rotation}
            options={choices}
            value={options.rotation}
            onChange={(rotation) => void device.setOptions({ rotation })}
          />
        ),
      },
    ];
  }
  if (backend !== 'pinenote-dbus') return [];
  const set = (performance: boolean) => void device.setOptions({ performance });
  return [{ name: deviceWords.performance, control: onOff(words, deviceWords.performance, options.performance, set) }];
}

function lightRow(
  strings: Strings,
  light: Light,
  device: DeviceSettings,
  report: (error: unknown) => void,
): SettingsRow {
  const set = (percent: number) => void device.setLight(light.name, percent).catch(report);
  return {
    name: strings.device.lights[light.kind],
    control: <LightStepper light={light} strings={strings} onChange={set} />,
  };
}
