// How full the battery is, as UPower tells of all batteries together.

import type { PowerState } from '../../api/panel.ts';
import type { Bus } from './bus.ts';

const device = {
  destination: 'org.freedesktop.UPower',
  path: '/org/freedesktop/UPower/devices/DisplayDevice',
  interface: 'org.freedesktop.UPower.Device',
};
/** UPower's numbers: charging, full, and waiting to be charged. */
const onMains = new Set([1, 4, 5]);

/** Tells the state at once and at each change of what is shown of it. */
export async function watchBattery(bus: Bus, changed: (state: PowerState) => void): Promise<void> {
  if (!(await bus.serves(device.destination))) return;
  let told = '';
  const tell = async () => {
    const state = await readState(bus);
    const text = JSON.stringify(state);
    if (text === told) return;
    told = text;
    changed(state);
  };
  const rule = {
    sender: device.destination,
    path: device.path,
    interface: 'org.freedesktop.DBus.Properties',
    member: 'PropertiesChanged',
  };
  // A bus that breaks meanwhile is told by its own end.
  await bus.onSignal(rule, () => void tell().catch(() => undefined));
  await tell();
}

async function readState(bus: Bus): Promise<PowerState> {
  const [present, percent, state] = await Promise.all([
    bus.property(device, 'IsPresent'),
    bus.property(device, 'Percentage'),
    bus.property(device, 'State'),
  ]);
  if (present !== true || typeof percent !== 'number') return {};
  return { battery: { percent: Math.round(percent), charging: onMains.has(Number(state)) } };
}
