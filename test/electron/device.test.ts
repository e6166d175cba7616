// The device around the panel: sleep, battery and lights over a private bus and in a folder of the test's own.

import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { InterfaceDescriptor } from 'dbus-native';
import { expect, test } from 'vitest';
import type { Emit } from '../../electron/client-parts.ts';
import { type Bus, openBus } from '../../electron/device/bus.ts';
import { listLights, setLight } from '../../electron/device/lights.ts';
import { watchPower } from '../../electron/device/power.ts';
import { readScreenDensity } from '../../electron/device/screen-density.ts';
import { watchSleep } from '../../electron/device/sleep.ts';
import { devicePlacesIn } from './device-places.ts';
import { daemon, type RecordingService, serve, startBus } from './private-bus.ts';
import { recordingLog } from './recording-log.ts';
import { temporaryFolder } from './temporary-folder.ts';

const battery = {
  name: 'org.freedesktop.UPower',
  path: '/org/freedesktop/UPower/devices/DisplayDevice',
  interfaces: [{ name: 'org.freedesktop.UPower.Device', properties: { IsPresent: 'b', Percentage: 'd', State: 'u' } }],
};
const login = {
  name: 'org.freedesktop.login1',
  path: '/org/freedesktop/login1',
  interfaces: [{ name: 'org.freedesktop.login1.Manager', methods: {}, signals: { PrepareForSleep: ['b'] } }],
};

function prepareForSleep({ bus }: RecordingService, sleeping: boolean): void {
  bus.sendSignal(login.path, 'org.freedesktop.login1.Manager', 'PrepareForSleep', 'b', [sleeping]);
}

/** Writes down when it is started and when its input is closed, as the program that holds sleep back would. */
async function inhibitIn(folder: string): Promise<{ program: string; said: () => Promise<string[]> }> {
  const program = join(folder, 'inhibit');
  const file = join(folder, 'inhibited');
  await writeFile(program, `#!/bin/sh\necho "held $1 $2" >> "${file}"\ncat\necho released >> "${file}"\n`, {
    mode: 0o755,
  });
  const said = async () => (await readFile(file, 'utf8').catch(() => '')).split('\n').filter(Boolean);
  return { program, said };
}

test.skipIf(!daemon)('sleep waits for its page, and the battery is told when it changes', async () => {
  const folder = await temporaryFolder();
  const { address } = await startBus(folder);
  const state: Record<string, unknown> = { IsPresent: true, Percentage: 63.6, State: 2 };
  const power = await serve(address, battery, undefined, state);
  const manager = await serve(address, login);
  const { program, said } = await inhibitIn(folder);
  const told: string[] = [];
  const emit: Emit = (event, value) => void told.push(`${event} ${JSON.stringify(value)}`);
  const places = devicePlacesIn(folder, { systemBus: address, inhibitProgram: program });
  const watched = watchPower({ places, emit, log: recordingLog() });
  await expect.poll(said).toEqual(['held --what=sleep --mode=delay']);
  expect(told.splice(0)).toEqual(['power.changed {"battery":{"percent":64,"charging":false}}']);

  state.State = 1;
  for (let again = 0; again < 2; again++)
    power.bus.emitPropertiesChanged(battery.path, 'org.freedesktop.UPower.Device', { State: 1 });
  await expect.poll(() => told).toEqual(['power.changed {"battery":{"percent":64,"charging":true}}']);
  expect(watched.state()).toEqual({ battery: { percent: 64, charging: true } });
  told.length = 0;

  prepareForSleep(manager, true);
  await expect.poll(() => told).toEqual(['power.sleep {}']);
  expect(await said()).toHaveLength(1);
  watched.sleepPainted();
  await expect.poll(said).toEqual(['held --what=sleep --mode=delay', 'released']);
  prepareForSleep(manager, false);
  await expect.poll(() => told).toEqual(['power.sleep {}', 'power.wake {}']);
  await expect.poll(async () => (await said()).length).toBe(3);
  await watched.close();
  await expect.poll(async () => (await said()).at(-1)).toBe('released');
});

test.skipIf(!daemon)('nobody but the login service sends the device to sleep', async () => {
  const folder = await temporaryFolder();
  const { address } = await startBus(folder);
  const stranger = await serve(address, { ...login, name: 'org.example.stranger' });
  const manager = await serve(address, login);
  const { program, said } = await inhibitIn(folder);
  const told: string[] = [];
  const emit: Emit = (event) => void told.push(event);
  const places = devicePlacesIn(folder, { systemBus: address, inhibitProgram: program });
  const watched = watchPower({ places, emit, log: recordingLog() });
  await expect.poll(async () => (await said()).length).toBe(1);
  prepareForSleep(stranger, true);
  prepareForSleep(manager, false);
  await expect.poll(() => told).toEqual(['power.wake']);
  await watched.close();
});

test.skipIf(!daemon)('a night that was over before its page was painted takes nothing from the next one', async () => {
  const folder = await temporaryFolder();
  const { address } = await startBus(folder);
  const manager = await serve(address, login);
  const { program, said } = await inhibitIn(folder);
  const heard: string[] = [];
  const bus = await openBus(address);
  const watched = await watchSleep({
    ...{ bus, inhibitProgram: program, log: recordingLog(), patience: 100, panelTime: 0 },
    onSleep: () => heard.push('sleep'),
    onWake: () => heard.push('wake'),
  });
  await expect.poll(async () => (await said()).length).toBe(1);
  prepareForSleep(manager, true);
  prepareForSleep(manager, false);
  await expect.poll(() => heard).toEqual(['sleep', 'wake']);
  // Longer than the first night would have been waited for.
  await pause(200);
  expect(await said()).toEqual(['held --what=sleep --mode=delay']);
  prepareForSleep(manager, true);
  await expect.poll(async () => (await said()).at(-1)).toBe('released');
  watched.close();
  await bus.close();
});

test('where sleep is not announced, nothing holds it back', async () => {
  const { program, said } = await inhibitIn(await temporaryFolder());
  const missing = new Error('nobody there');
  const bus = {
    onSignal: async () =>
      expect
        .poll(said)
        .toHaveLength(1)
        .then(() => Promise.reject(missing)),
  };
  const parts = { inhibitProgram: program, log: recordingLog(), onSleep: () => undefined, onWake: () => undefined };
  await expect(watchSleep({ ...parts, bus: bus as unknown as Bus })).rejects.toBe(missing);
  await expect.poll(async () => (await said()).at(-1)).toBe('released');
});

test.skipIf(!daemon)('a bus that breaks is found again', async () => {
  const folder = await temporaryFolder();
  const first = await startBus(folder);
  const log = recordingLog();
  const told: string[] = [];
  const emit: Emit = (event) => void told.push(event);
  const places = devicePlacesIn(folder, { systemBus: first.address });
  const watched = watchPower({ places, emit, log, pause: 50 });
  await first.kill();
  await expect.poll(() => log.messages().filter((message) => message.includes('system bus is lost'))).toHaveLength(1);
  const second = await startBus(folder);
  const manager = await serve(second.address, login);
  await expect
    .poll(() => {
      prepareForSleep(manager, false);
      return told;
    })
    .toContain('power.wake');
  await watched.close();
});

test('lights are listed with their kind, and set within what they can do', async () => {
  const folder = await temporaryFolder();
  const places = devicePlacesIn(folder);
  expect(await listLights(places)).toEqual([]);
  for (const name of ['backlight_cool', 'backlight_warm']) {
    await mkdir(join(places.lights, name), { recursive: true });
    await writeFile(join(places.lights, name, 'max_brightness'), '255\n');
    await writeFile(join(places.lights, name, 'brightness'), '51\n');
  }
  expect(await listLights(places)).toEqual([
    { name: 'backlight_cool', kind: 'cold', percent: 20 },
    { name: 'backlight_warm', kind: 'warm', percent: 20 },
  ]);
  const value = () => readFile(join(places.lights, 'backlight_warm', 'brightness'), 'utf8');
  await setLight(places, 'backlight_warm', 0.1);
  expect(await value()).toBe('1');
  await setLight(places, 'backlight_warm', 0);
  expect(await value()).toBe('0');
  await expect(setLight(places, '../backlight/backlight_warm', 50)).rejects.toMatchObject({ code: 'not_found' });
});

test.skipIf(!daemon)('lights that are not for everybody to set are set by the login service', async () => {
  const folder = await temporaryFolder();
  const { address } = await startBus(folder);
  const session: InterfaceDescriptor = {
    name: 'org.freedesktop.login1.Session',
    methods: { SetBrightness: ['ssu', '', ['subsystem', 'name', 'brightness'], []] },
  };
  const service = { ...login, path: '/org/freedesktop/login1/session/auto', interfaces: [session] };
  const { calls } = await serve(address, service);
  const places = devicePlacesIn(folder, { systemBus: address });
  const light = join(places.lights, 'backlight_cool');
  await mkdir(light, { recursive: true });
  await writeFile(join(light, 'max_brightness'), '200\n');
  // Nobody may write this one, not even who may write everything.
  await symlink('/proc/sys/kernel/ostype', join(light, 'brightness'));
  await setLight(places, 'backlight_cool', 50);
  await setLight(places, 'backlight_cool', 0);
  expect(calls).toEqual([
    'SetBrightness("backlight", "backlight_cool", 100)',
    'SetBrightness("backlight", "backlight_cool", 0)',
  ]);
  const { systemBus: _, ...without } = places;
  await expect(setLight(without, 'backlight_cool', 50)).rejects.toThrow(/brightness/);
});

test('the screen says how dense it is; where two are connected, nobody knows which one is read on', async () => {
  const folder = await temporaryFolder();
  const connect = async (name: string, pixels: number, millimetres: number) => {
    const edid = Buffer.alloc(128);
    edid[54] = 1;
    edid[56] = pixels & 0xff;
    edid[58] = (pixels >> 8) << 4;
    edid[66] = millimetres & 0xff;
    edid[68] = (millimetres >> 8) << 4;
    await mkdir(join(folder, name), { recursive: true });
    await writeFile(join(folder, name, 'status'), 'connected\n');
    await writeFile(join(folder, name, 'edid'), edid);
  };
  expect(await readScreenDensity(join(folder, 'nothing'))).toBeUndefined();
  await connect('card0-eDP-1', 1920, 309);
  expect(await readScreenDensity(folder)).toBe(158);
  await connect('card0-HDMI-A-1', 1920, 0);
  expect(await readScreenDensity(folder)).toBeUndefined();
});
