// Power as the reader's page is told of it: battery, sleep and waking, from the system's bus. A bus that breaks is looked
// for again; without one there is neither battery nor sleep, and everything else goes on.

import type { PowerState } from '../../api/panel.ts';
import type { Emit } from '../client-parts.ts';
import type { Log } from '../disk/log.ts';
import { watchBattery } from './battery.ts';
import { type Bus, openBus } from './bus.ts';
import type { DevicePlaces } from './places.ts';
import { type SleepWatch, watchSleep } from './sleep.ts';

export interface Power {
  state(): PowerState;
  sleepPainted(): void;
  close(): Promise<void>;
}

export interface PowerParts {
  places: DevicePlaces;
  emit: Emit;
  log: Log;
  /** Milliseconds until a lost bus is looked for again. */
  pause?: number;
}

export function watchPower({ places, emit, log, pause = 30_000 }: PowerParts): Power {
  let state: PowerState = {};
  let bus: Bus | undefined;
  let sleep: SleepWatch | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let told = false;
  let closed = false;

  const connect = async (address: string) => {
    const opened = await openBus(address);
    if (closed) return opened.close();
    bus = opened;
    try {
      await watchBattery(opened, (next) => {
        state = next;
        emit('power.changed', next);
      });
      sleep = await watchSleep({
        ...{ bus: opened, log, inhibitProgram: places.inhibitProgram },
        onSleep: () => emit('power.sleep', {}),
        onWake: () => emit('power.wake', {}),
      });
    } catch (error) {
      await opened.close();
      throw error;
    }
    told = false;
    void opened.closed.then(lost);
  };
  const lost = (cause?: unknown) => {
    sleep?.close();
    sleep = undefined;
    bus = undefined;
    if (closed || timer) return;
    if (!told) log.warn('The system bus is lost; it is looked for again from time to time', { cause });
    told = true;
    timer = setTimeout(() => {
      timer = undefined;
      start();
    }, pause);
    timer.unref();
  };
  const start = () => {
    if (places.systemBus && !closed) connect(places.systemBus).catch(lost);
  };
  start();

  return {
    state: () => state,
    sleepPainted: () => sleep?.painted(),
    async close() {
      closed = true;
      clearTimeout(timer);
      sleep?.close();
      await bus?.close();
    },
  };
}
