// The PineNote's panel over D-Bus: what its services are asked, in which order, and what happens when they hang, die
// and come back. The daemon is real and private; the services only write down what they hear.

import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { InterfaceDescriptor } from 'dbus-native';
import { expect, test } from 'vitest';
import type { PanelInfo, PanelOptions, Refresh } from '../../api/panel.ts';
import { openSettings } from '../../electron/disk/settings.ts';
import type { BackendParts } from '../../electron/eink/backend.ts';
import { openPanel } from '../../electron/eink/panel.ts';
import { pinenoteDbus } from '../../electron/eink/pinenote-dbus.ts';
import { pinenoteHints } from '../../electron/eink/pinenote-hints.ts';
import { openSteadyBackend } from '../../electron/eink/steady-backend.ts';
import { eventually } from '../eventually.ts';
import { devicePlacesIn } from './device-places.ts';
import { daemon, serve, startBus } from './private-bus.ts';
import { recordingLog } from './recording-log.ts';
import { temporaryFolder } from './temporary-folder.ts';

const options: PanelOptions = { partialCommand: '', fullCommand: '', rotation: 90, performance: true };
const unknown: PanelInfo = { backend: 'pinenote-dbus', greys: 16, dpi: 226, wants: 'before' };
const screen = { x: 0, y: 0, width: 1404, height: 1872 };
const menu = { x: 96, y: 1496, width: 904, height: 376 };
const refresh = (strength: Refresh['strength'], more: Partial<Refresh> = {}): Refresh => ({
  ...{ strength, ...screen, dither: false },
  ...more,
});

const ebc: InterfaceDescriptor = {
  name: 'org.pinenote.ebc',
  methods: {
    GetDefaultWaveform: ['', 'y', [], ['waveform']],
    SetDefaultWaveform: ['y', '', ['waveform'], []],
    GetBwMode: ['', 'y', [], ['mode']],
    SetBwMode: ['y', '', ['mode'], []],
    GetAutorefresh: ['', 'b', [], ['state']],
    SetAutoRefresh: ['b', '', ['state'], []],
    RequestQualityOrPerformanceMode: ['y', '', ['mode'], []],
    SetOfflineScreenFromFileTemporary: ['s', '', ['filename'], []],
    TriggerGlobalRefresh: ['', '', [], []],
  },
};
const ebcAnswers: Record<string, unknown> = { GetDefaultWaveform: 6, GetBwMode: 1, GetAutorefresh: true };

const control: InterfaceDescriptor[] = [
  {
    name: 'org.pinenote.Ebc1',
    methods: { GlobalRefresh: ['', '', [], []] },
    properties: { DriverMode: 'y', DitherMode: 'y', DefaultHint: '(yyb)' },
  },
  {
    name: 'org.pinenote.HintMgr1',
    methods: {
      AppRegister: ['i', 's', ['pid'], ['key']],
      AppRemove: ['s', '', ['key'], []],
      WindowAdd: ['s(s(iiii)sbbi)', 's', ['app', 'window'], ['key']],
      WindowUpdateArea: ['s(iiii)', '', ['key', 'area'], []],
      WindowUpdateHint: ['ss', '', ['key', 'hint'], []],
      WindowUpdateVisible: ['sb', '', ['key', 'visible'], []],
    },
  },
];

/** A machine with the panel's driver, whose parameters are not for this program to write. */
function parts(folder: string, change: Partial<BackendParts['places']>): BackendParts {
  const places = devicePlacesIn(folder, change);
  mkdirSync(places.driverParameters, { recursive: true });
  return { options, folder, places, log: recordingLog() };
}
const serveEbc = (address: string, answer = (member: string) => ebcAnswers[member] ?? null) =>
  serve(address, { name: 'org.pinenote.ebc', path: '/ebc', interfaces: [ebc] }, answer);

const serveHints = (address: string, more: Record<string, () => unknown> = {}) => {
  const answers: Record<string, () => unknown> = { AppRegister: () => 'app', WindowAdd: () => 'w', ...more };
  const served = { name: 'org.pinenote.PineNoteCtl', path: '/org/pinenote/PineNoteCtl', interfaces: control };
  const found = { DriverMode: 1, DitherMode: 0, DefaultHint: [2, 0, true] };
  return serve(address, served, (member) => answers[member]?.() ?? null, found);
};

test.skipIf(!daemon)('the strongest refresh of a frame chooses the waveform; only changes are told', async () => {
  const folder = await temporaryFolder();
  const { address } = await startBus(folder);
  const { calls } = await serveEbc(address);
  const used = parts(folder, { systemBus: address });
  expect(await pinenoteDbus.probe(used)).toBe(true);
  const panel = await pinenoteDbus.open(used);
  expect(calls.splice(0)).toEqual([
    'GetDefaultWaveform()',
    'GetBwMode()',
    'GetAutorefresh()',
    'SetBwMode(0)',
    'SetAutoRefresh(false)',
    'RequestQualityOrPerformanceMode(1)',
  ]);
  for (const plan of [
    [refresh('partial')],
    [refresh('partial')],
    [refresh('fast', menu), refresh('ui', menu)],
    [refresh('fast')],
    [refresh('partial', { dither: true })],
    [refresh('full')],
    [],
  ]) {
    await panel.prepare?.(plan);
    await panel.refresh(plan);
  }
  const waveforms = [7, 3, 2, 4].map((waveform) => `SetDefaultWaveform(${waveform})`);
  expect(calls.splice(0)).toEqual([...waveforms, 'TriggerGlobalRefresh()']);

  const greys = new Uint8Array(1404 * 1872).fill(255);
  // Upper left of the upright picture.
  greys[0] = 0;
  await panel.setSleepPicture?.({ width: 1404, height: 1872, greys });
  const [told] = calls.splice(0);
  const file = JSON.parse(/\((.*)\)/.exec(told ?? '')?.[1] ?? '""');
  const packed = await readFile(file);
  expect(packed).toHaveLength((1872 * 1404) / 2);
  // Mirrored it is in the upper right; turned clockwise, in the lower right.
  expect([...packed.entries()].filter(([, value]) => value !== 0xff)).toEqual([[packed.length - 1, 0xf0]]);

  await panel.close();
  const found = ['SetDefaultWaveform(6)', 'SetBwMode(1)', 'SetAutoRefresh(true)'];
  const first = '/lib/firmware/rockchip/rockchip_ebc_default_screen.bin';
  expect(calls.splice(0)).toEqual([...found, `SetOfflineScreenFromFileTemporary("${first}")`]);

  const unslept = await pinenoteDbus.open(used);
  calls.length = 0;
  await unslept.close();
  expect(calls).toEqual(found);
});

test.skipIf(!daemon)(
  'a service that hangs, dies and comes back costs nothing but refreshes, and one line',
  async () => {
    const folder = await temporaryFolder();
    const { address } = await startBus(folder);
    let hangs = false;
    const first = await serveEbc(address, (member) =>
      hangs ? new Promise(() => undefined) : (ebcAnswers[member] ?? null),
    );
    let now = 0;
    const log = recordingLog();
    const used = { ...parts(folder, { systemBus: address }), log };
    const panel = await openSteadyBackend(pinenoteDbus, used, unknown, { now: () => now, limit: 300 });
    hangs = true;
    await panel.refresh([refresh('full')]);
    expect(panel.lost).toBe(true);
    first.calls.length = 0;
    await panel.refresh([refresh('full')]);
    await first.stop();
    now += 2000;
    await panel.refresh([refresh('full')]);
    expect(log.messages()).toEqual(['The panel pinenote-dbus does not answer; it is tried again from time to time']);
    const second = await serveEbc(address);
    now += 3999;
    await panel.refresh([refresh('full')]);
    expect(second.calls).toEqual([]);
    now += 1;
    await panel.refresh([refresh('full')]);
    expect(second.calls.at(-1)).toBe('TriggerGlobalRefresh()');
    expect(log.messages().slice(1)).toEqual(['The panel pinenote-dbus answers again']);
    await panel.close();
  },
);

test.skipIf(!daemon)('a bus that dies is no reason to stop reading', async () => {
  const folder = await temporaryFolder();
  const { address, kill } = await startBus(folder);
  const service = await serveEbc(address);
  const log = recordingLog();
  const panel = await openPanel({
    ...{ log, folder, settings: await openSettings(folder, log) },
    places: parts(folder, { systemBus: address }).places,
  });
  expect(panel.info()).toMatchObject({ backend: 'pinenote-dbus', wants: 'before', dpi: 227 });
  await kill();
  await service.stop();
  for (let turn = 0; turn < 3; turn++) {
    await panel.prepare([refresh('partial')]);
    await panel.refresh([refresh('full')]);
  }
  expect(log.messages().filter((message) => message.includes('does not answer'))).toHaveLength(1);
  expect(await panel.list()).toContainEqual({ backend: 'pinenote-dbus', found: false, inUse: true, lost: true });
  expect(await panel.setBackend('auto')).toMatchObject({ backend: 'none' });
  await panel.close();
});

test.skipIf(!daemon)(
  'hints: text in four greys, pictures dithered, menus fast until the page below shows again',
  async () => {
    const folder = await temporaryFolder();
    const { address } = await startBus(folder);
    let windows = 0;
    const { calls } = await serveHints(address, { WindowAdd: () => `w${++windows}` });
    const used = parts(folder, { sessionBus: address });
    expect(await pinenoteHints.probe(used)).toBe(true);
    const panel = await pinenoteHints.open(used);
    expect(calls.splice(0)).toEqual([
      'DriverMode = 0',
      'DitherMode = 2',
      `AppRegister(${process.pid})`,
      'WindowAdd("app", ["Octavo",[0,0,1872,1404],"Y2|T|R",true,false,1000])',
      'WindowAdd("app", ["Octavo",[0,0,1872,1404],"Y1|T|R",false,false,1002])',
    ]);
    const show = async (...plan: Refresh[]) => {
      await panel.prepare?.(plan);
      await panel.refresh(plan);
      return calls.splice(0);
    };
    expect(await show(refresh('partial'))).toEqual([]);
    // The picture is turned clockwise: what is at its foot lies at the panel's left.
    expect(await show(refresh('ui', menu))).toEqual([
      'WindowUpdateArea("w2", [0,96,376,1000])',
      'WindowUpdateVisible("w2", true)',
    ]);
    expect(await show(refresh('fast', { ...menu, height: 80 }))).toEqual([
      'WindowUpdateHint("w2", "Y1|T|r")',
      'WindowUpdateArea("w2", [296,96,376,1000])',
    ]);
    expect(await show(refresh('partial', menu))).toEqual(['WindowUpdateVisible("w2", false)']);
    expect(await show(refresh('partial', { dither: true }))).toEqual(['WindowUpdateHint("w1", "Y4|D|R")']);
    expect(await show(refresh('fast'))).toEqual(['DriverMode = 1']);
    expect(await show(refresh('full'))).toEqual([
      'DriverMode = 0',
      'WindowUpdateHint("w1", "Y2|T|R")',
      'GlobalRefresh()',
    ]);
    await panel.close();
    expect(calls).toEqual(
      ['AppRemove("app")', 'DriverMode = 1', 'DefaultHint = [2,0,true]'].toSpliced(2, 0, 'DitherMode = 0'),
    );
  },
);

test.skipIf(!daemon)(
  'hints: small pictures on a page of text have windows of their own, as long as they are few',
  async () => {
    const folder = await temporaryFolder();
    const { address } = await startBus(folder);
    let windows = 0;
    const { calls } = await serveHints(address, { WindowAdd: () => `w${++windows}` });
    const panel = await pinenoteHints.open(parts(folder, { sessionBus: address }));
    calls.length = 0;
    const show = async (...plan: Refresh[]) => {
      await panel.prepare?.(plan);
      return calls.splice(0);
    };
    const picture = (row: number, dither = true) =>
      refresh('partial', { x: 96, y: row * 200, width: 200, height: 160, dither });
    expect(await show(picture(0))).toEqual([
      'WindowAdd("app", ["Octavo",[1712,96,1872,296],"Y4|D|R",true,false,1001])',
    ]);
    // The same once more: nothing else lies there.
    expect(await show(picture(0))).toEqual(['WindowUpdateVisible("w3", false)', 'WindowUpdateVisible("w3", true)']);
    // Something else is painted in its place, and its window is there for the next one.
    expect(await show(picture(0, false))).toEqual(['WindowUpdateVisible("w3", false)']);
    expect(await show(picture(1))).toEqual([
      'WindowUpdateArea("w3", [1512,96,1672,296])',
      'WindowUpdateVisible("w3", true)',
    ]);
    // A page is painted: text that has no picture.
    expect(await show(refresh('partial'))).toEqual(['WindowUpdateVisible("w3", false)']);
    expect(await show(picture(0), picture(1), picture(2))).toHaveLength(4);
    expect(await show(picture(3), picture(4))).toEqual([
      'WindowUpdateHint("w1", "Y4|D|R")',
      ...['w3', 'w4', 'w5'].map((window) => `WindowUpdateVisible("${window}", false)`),
    ]);
    // All of the page is driven like a picture by now.
    expect(await show(picture(5))).toEqual([]);
    expect(await show(refresh('partial'))).toEqual(['WindowUpdateHint("w1", "Y2|T|R")']);
    await panel.close();
  },
);

test.skipIf(!daemon)('a service that has gone is left without a connection that stays', async () => {
  const folder = await temporaryFolder();
  const { address } = await startBus(folder);
  const { bus } = await serve(address, { name: 'org.octavo.Watcher', path: '/', interfaces: [] });
  const connected = async () => (await bus.listNames()).filter((name) => name.startsWith(':')).length;
  for (const [kind, start] of [
    [pinenoteDbus, () => serveEbc(address)],
    [pinenoteHints, () => serveHints(address)],
  ] as const) {
    const service = await start();
    const panel = await kind.open(parts(folder, { systemBus: address, sessionBus: address }));
    await service.stop();
    await expect(panel.close()).rejects.toThrow();
    await eventually(async () => expect([kind.name, await connected()]).toEqual([kind.name, 1]));
  }
});
