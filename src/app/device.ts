// The device in the application: how the settings reach the main process, and what buttons were taught.

import type { Bridge } from '../../api/ipc.ts';
import type { PanelInfo } from '../../api/panel.ts';
import type { ControlSettings } from '../db/settings/control-settings.ts';
import type { DeviceCalls } from '../settings/device.ts';
import { learnKeys } from '../ui/keys.ts';
import { call } from './bridge.ts';
import type { Session } from './session.ts';

/** `changed`: another panel, or the same one with other options. */
export function deviceCalls(bridge: Bridge, changed: (panel: PanelInfo) => Promise<void>): DeviceCalls {
  const take = async (panel: PanelInfo) => {
    await changed(panel);
    return panel;
  };
  return {
    listPanels: () => call(bridge, 'panel.list', {}),
    options: () => call(bridge, 'panel.options', {}),
    setOptions: async (change) => take(await call(bridge, 'panel.setOptions', change)),
    setPanel: async (backend) => take(await call(bridge, 'panel.setBackend', { backend })),
    lights: () => call(bridge, 'power.lights', {}),
    async setLight(name, percent) {
      await call(bridge, 'power.setLight', { name, percent });
    },
  };
}

/** What was taught holds at once, in every view. */
export function followControls({ settings }: Session): void {
  let known: ControlSettings | undefined;
  const apply = ({ controls }: { controls: ControlSettings }) => {
    if (controls === known) return;
    known = controls;
    const silent = controls.volumeKeys ? [] : (['AudioVolumeUp', 'AudioVolumeDown'] as const);
    learnKeys(new Map([...silent.map((key) => [key, ''] as const), ...Object.entries(controls.keys)]));
  };
  apply(settings.state.getState());
  settings.state.subscribe(apply);
}
