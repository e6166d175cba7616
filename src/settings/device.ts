// What the settings show and change of this device: the panels that were found, their options, the lights. Session
// facts; the main process has the truth and is asked through the calls that are given.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FoundPanel, Light, PanelInfo, PanelName, PanelOptions } from '../../api/panel.ts';

export interface DeviceCalls {
  listPanels(): Promise<FoundPanel[]>;
  options(): Promise<PanelOptions>;
  /** Rejects with `bad_argument` for a command that cannot be read. */
  setOptions(change: Partial<PanelOptions>): Promise<PanelInfo>;
  setPanel(name: PanelName | 'auto'): Promise<PanelInfo>;
  lights(): Promise<Light[]>;
  setLight(name: string, percent: number): Promise<void>;
}

export interface DeviceState {
  panels: readonly FoundPanel[];
  options: PanelOptions;
  lights: readonly Light[];
}

export interface DeviceSettings {
  state: StoreApi<DeviceState>;
  /** Reads everything; the view is shown after that. */
  load(): Promise<void>;
  /** Reads the lights alone. */
  readLights(): Promise<void>;
  setPanel(name: PanelName | 'auto'): Promise<void>;
  /** False when a command cannot be read; nothing is changed then. */
  setOptions(change: Partial<PanelOptions>): Promise<boolean>;
  /** Holds at once. Rejects when the light cannot be set; it is shown as bright as it is then. */
  setLight(name: string, percent: number): Promise<void>;
}

const nothing: DeviceState = {
  panels: [],
  options: { partialCommand: '', fullCommand: '', rotation: 0, performance: false },
  lights: [],
};

export function createDeviceSettings(calls: DeviceCalls): DeviceSettings {
  const state = createStore<DeviceState>(() => nothing);
  const load = async () => {
    const [panels, options, lights] = await Promise.all([calls.listPanels(), calls.options(), calls.lights()]);
    state.setState({ panels, options, lights });
  };
  /** Of each light, its name: fulfilled once it has been set, however that ended. */
  const lastSet = new Map<string, Promise<unknown>>();
  const show = (name: string, percent: number) =>
    state.setState(({ lights }) => ({
      lights: lights.map((light) => (light.name === name ? { ...light, percent } : light)),
    }));
  return {
    state,
    load,
    async readLights() {
      state.setState({ lights: await calls.lights() });
    },
    async setPanel(name) {
      await calls.setPanel(name);
      await load();
    },
    async setOptions(change) {
      try {
        await calls.setOptions(change);
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'bad_argument') return false;
        throw error;
      }
      state.setState(({ options }) => ({ options: { ...options, ...change } }));
      return true;
    },
    async setLight(name, percent) {
      show(name, percent);
      // Overtaken by an earlier one, it would not last.
      const set = (lastSet.get(name) ?? Promise.resolve()).then(() => calls.setLight(name, percent));
      const over = set.catch(() => undefined);
      lastSet.set(name, over);
      try {
        await set;
        // What was read meanwhile is of before.
        if (lastSet.get(name) === over) show(name, percent);
      } catch (error) {
        // A press that came meanwhile says by itself what became of the light.
        const [lights] = lastSet.get(name) === over ? await Promise.allSettled([calls.lights()]) : [];
        const found = lights?.status === 'fulfilled' && lights.value.find((light) => light.name === name);
        if (found) show(name, found.percent);
        throw error;
      }
    },
  };
}
