// The rows of the buttons' section: what the device's own buttons do, and what taps and swipes do on a page.

import type { ControlSettings, TapLayout } from '../db/settings/control-settings.ts';
import type { Strings } from '../strings/english.ts';
import { Button } from '../ui/button.tsx';
import { Choice } from '../ui/choice.tsx';
import type { Change } from './kept-setting.ts';
import { onOff, type SettingsRow } from './rows.tsx';

/** The keys that buttons can stand for, as the views know them. */
export type Action = keyof Strings['device']['actions'];
const actions: readonly Action[] = [
  'PageDown',
  'PageUp',
  'Enter',
  'Escape',
  'b',
  'Home',
  'End',
  'v',
  '>',
  '<',
  '*',
  'o',
  'e',
];
/** What the page's left third, its middle and its right third do, as signs. */
const tapLayouts: readonly (readonly [TapLayout, string])[] = [
  ['sides', '← ≡ →'],
  ['mirrored', '→ ≡ ←'],
  ['onward', '→ ≡ →'],
];

export function controlRows(
  strings: Strings,
  controls: ControlSettings,
  change: (change: Change<ControlSettings>) => void,
  onLearn: (action: Action) => void,
): SettingsRow[] {
  const { device: words, settings } = strings;
  const flag = (name: string, field: 'volumeKeys' | 'swipes'): SettingsRow => ({
    name,
    control: onOff(settings, name, controls[field], (value) => change({ [field]: value })),
  });
  return [
    {
      name: words.taps,
      detail: words.tapLayouts[controls.taps],
      control: (
        <Choice name={words.taps} options={tapLayouts} value={controls.taps} onChange={(taps) => change({ taps })} />
      ),
    },
    flag(words.swipes, 'swipes'),
    flag(words.volumeKeys, 'volumeKeys'),
    ...actions.map((action) => actionRow(strings, action, controls, change, onLearn)),
  ];
}

function actionRow(
  { device: words }: Strings,
  action: Action,
  { keys }: ControlSettings,
  change: (change: Change<ControlSettings>) => void,
  onLearn: (action: Action) => void,
): SettingsRow {
  const learned = Object.keys(keys).filter((key) => keys[key] === action);
  const forget = () =>
    change(({ keys: known }) => ({
      keys: Object.fromEntries(Object.entries(known).filter(([, meant]) => meant !== action)),
    }));
  return {
    name: words.actions[action],
    detail: learned.length > 0 ? learned.join(', ') : words.ownKeys,
    control: (
      <span class="setting-buttons">
        {learned.length > 0 && <Button onPress={forget}>{words.forget}</Button>}
        <Button onPress={() => onLearn(action)}>{words.learn}</Button>
      </span>
    ),
  };
}
