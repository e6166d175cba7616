// The battery's charge as the main process last told it, for those who show it with something else.

import type { Bridge } from '../../api/ipc.ts';
import type { PowerState } from '../../api/panel.ts';
import { call } from './bridge.ts';

export interface BatteryGauge {
  /** 0–100; `undefined` without a battery, and before it is known. */
  percent(): number | undefined;
  stop(): void;
}

export function watchBattery(bridge: Bridge, report: (error: unknown) => void): BatteryGauge {
  let known: PowerState = {};
  const take = (state: PowerState) => {
    known = state;
  };
  const stop = bridge.on('power.changed', take);
  call(bridge, 'power.state', {}).then(take).catch(report);
  return { percent: () => known.battery && Math.round(known.battery.percent), stop };
}
