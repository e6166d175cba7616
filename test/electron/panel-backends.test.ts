// Panels without a bus: the driver's own files, the framebuffer of reMarkable tablets, and the reader's own commands.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { PanelOptions, Refresh } from '../../api/panel.ts';
import { openSettings } from '../../electron/disk/settings.ts';
import type { BackendParts } from '../../electron/eink/backend.ts';
import { command, run } from '../../electron/eink/command.ts';
import { fillIn, splitCommand } from '../../electron/eink/command-line.ts';
import { openMessageSocket } from '../../electron/eink/message-socket.ts';
import { openPanel } from '../../electron/eink/panel.ts';
import { qtfb } from '../../electron/eink/qtfb.ts';
import { framebufferFormat } from '../../electron/eink/qtfb-protocol.ts';
import { sysfs } from '../../electron/eink/sysfs.ts';
import { turnRegion } from '../../electron/eink/turn-region.ts';
import { devicePlacesIn } from './device-places.ts';
import { recordingLog } from './recording-log.ts';
import { temporaryFolder } from './temporary-folder.ts';

const noOptions: PanelOptions = { partialCommand: '', fullCommand: '', rotation: 0, performance: false };
const refresh = (strength: Refresh['strength'], more: Partial<Refresh> = {}): Refresh => ({
  ...{ strength, x: 0, y: 0, width: 1404, height: 1872, dither: false },
  ...more,
});

async function machine(change: Partial<BackendParts> = {}): Promise<BackendParts> {
  const folder = await temporaryFolder();
  return { folder, places: devicePlacesIn(folder), options: noOptions, log: recordingLog(), ...change };
}

async function parametersIn({ places }: BackendParts, values: Record<string, string>) {
  await mkdir(places.driverParameters);
  for (const [name, value] of Object.entries(values)) {
    await writeFile(join(places.driverParameters, name), `${value}\n`);
  }
  return async () => {
    const now = await Promise.all(
      Object.keys(values).map(async (name) => [
        name,
        (await readFile(join(places.driverParameters, name), 'utf8')).trim(),
      ]),
    );
    return Object.fromEntries(now);
  };
}

test('a driver with waveforms is given one a frame, and full refreshes by its own count', async () => {
  const parts = await machine();
  expect(await sysfs.probe(parts)).toBe(false);
  const found = { default_waveform: '6', bw_mode: '2', auto_refresh: 'Y', refresh_threshold: '20' };
  const now = await parametersIn(parts, found);
  expect(await sysfs.probe(parts)).toBe(true);
  const panel = await sysfs.open(parts);
  // What it is asked for comes with a frame, and with nothing else.
  expect(panel.info).toMatchObject({ wants: 'before', cleansWithFrame: true });
  expect(await now()).toEqual({ ...found, bw_mode: '0', auto_refresh: 'N' });
  await panel.prepare?.([refresh('partial')]);
  expect(await now()).toMatchObject({ default_waveform: '7', auto_refresh: 'N' });
  await panel.prepare?.([refresh('full')]);
  expect(await now()).toMatchObject({ default_waveform: '4', auto_refresh: 'Y', refresh_threshold: '1' });
  await panel.prepare?.([refresh('fast')]);
  expect(await now()).toMatchObject({ default_waveform: '2', auto_refresh: 'N' });
  await panel.close();
  expect(await now()).toEqual(found);
});

test('a driver with hints is given one a frame', async () => {
  const parts = await machine();
  const found = { default_hint: '160', dithering_method: '0' };
  const now = await parametersIn(parts, found);
  const panel = await sysfs.open(parts);
  // There is nothing to write that would clean it, and so nobody is to plan or count that.
  expect(panel.info).toMatchObject({ wants: 'before', cleansNever: true });
  expect(panel.info).not.toHaveProperty('cleansWithFrame');
  const hints: string[] = [];
  for (const plan of [
    [refresh('partial')],
    [refresh('ui')],
    [refresh('fast', { dither: true })],
    [refresh('partial', { dither: true })],
    [refresh('full')],
    [refresh('full', { dither: true })],
  ]) {
    await panel.prepare?.(plan);
    hints.push((await now()).default_hint);
  }
  // Four greys; two; two without a second pass; sixteen, dithered.
  expect(hints).toEqual([0x90, 0x80, 0x00, 0xe0, 0x90, 0xe0].map(String));
  await panel.close();
  expect(await now()).toEqual(found);
});

const python = `
import os, socket, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET); s.bind(sys.argv[1]); s.listen(1); print('ready', flush=True)
c, _ = s.accept(); c.send(b'\\0' * 24)
while True:
    m = c.recv(4096)
    if not m: break
    print(m.hex(), flush=True)
`;

/** Hears whole messages only; undefined where there is no Python. */
async function framebufferServer(path: string) {
  const child = spawn('python3', ['-c', python, path], { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const first = await Promise.race([lines.next(), once(child, 'error')]);
  if (Array.isArray(first) || first.done) return undefined;
  return { child, next: async () => (await lines.next()).value as string };
}

test('the framebuffer of a tablet is joined, and hears of modes only when they change', async (context) => {
  const parts = await machine();
  const server = await framebufferServer(parts.places.qtfbSocket);
  if (!server) return context.skip('python3 is not installed');
  expect(await qtfb.probe(parts)).toBe(false);
  await writeFile(parts.places.machineFile, 'reMarkable Chiappa\n');
  Object.assign(parts.places, { qtfbKey: '245209899', qtfbMode: 'N_RGB565' });
  expect(await qtfb.probe(parts)).toBe(true);
  const panel = await qtfb.open(parts);
  expect(panel.info).toMatchObject({ dpi: 264, wants: 'before' });
  const message = (type: number, ...words: number[]) => {
    const bytes = Buffer.alloc(24);
    bytes[0] = type;
    for (const [index, word] of words.entries()) bytes.writeInt32LE(word, 4 + 4 * index);
    return bytes.toString('hex');
  };
  expect(await server.next()).toBe(message(0, 245209899, 6));
  for (const plan of [[refresh('partial')], [refresh('partial')], [refresh('fast')], [refresh('full', { x: 8 })]]) {
    await panel.prepare?.(plan);
    await panel.refresh(plan);
  }
  const heard = [
    await server.next(),
    await server.next(),
    await server.next(),
    await server.next(),
    await server.next(),
  ];
  expect(heard).toEqual([message(5, 3), message(5, 1), message(5, 3), message(1, 1, 8, 0, 1404, 1872), message(6)]);
  server.child.kill('SIGKILL');
  await once(server.child, 'exit');
  await expect.poll(() => panel.refresh([refresh('full')]).then(String, () => 'refused')).toBe('refused');
  await expect(panel.close()).rejects.toThrow('over');
});

test.for<[how: string, plan: Refresh[], modes: number[]]>([
  ['as every framebuffer begins, where another was set', [refresh('fast')], [1, 4]],
  ['alone, where that one was set', [refresh('ui')], [4]],
  ['alone, where none was set', [], []],
])('the mode of a framebuffer is left %s', async ([, plan, modes], context) => {
  const parts = await machine();
  const server = await framebufferServer(parts.places.qtfbSocket);
  if (!server) return context.skip('python3 is not installed');
  Object.assign(parts.places, { qtfbKey: '1' });
  const panel = await qtfb.open(parts);
  // The server has let it in.
  await server.next();
  await panel.prepare?.(plan);
  await panel.close();
  const heard: number[] = [];
  for (let line = await server.next(); line; line = await server.next()) {
    const message = Buffer.from(line, 'hex');
    if (message[0] === 5) heard.push(message.readInt32LE(4));
  }
  expect(heard).toEqual(modes);
});

test.each([
  ['perl', '-e', 'print $^X'],
  ['python3', '-c', 'import sys; print(sys.executable, end="")'],
])('messages stay apart where only %s is there to send them', async (program, flag, where) => {
  const { folder, places } = await machine();
  const server = await framebufferServer(places.qtfbSocket);
  const file = spawnSync(program, [flag, where], { encoding: 'utf8' }).stdout;
  if (!server || !file) return;
  await writeFile(join(folder, program), `#!/bin/sh\nexec "${file}" "$@"\n`, { mode: 0o755 });
  vi.stubEnv('PATH', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  const socket = await openMessageSocket(places.qtfbSocket, 4);
  // What comes in one piece, and in pieces.
  for (const part of ['aaaabbbb', 'cc', 'cc']) await socket.send(Buffer.from(part));
  for (const letter of 'abc') expect(Buffer.from(await server.next(), 'hex').toString()).toBe(letter.repeat(4));
  await socket.close();
  await expect(socket.send(Buffer.from('dddd'))).rejects.toThrow('over');
  await expect(openMessageSocket(join(folder, 'nobody'), 4)).rejects.toThrow('cannot be reached');
});

test('names the form of a tablet’s pixels', () => {
  expect(framebufferFormat(undefined, 'reMarkable 2.0')).toBe(0);
  expect(framebufferFormat('RGB888', 'reMarkable 2.0')).toBe(1);
  expect(framebufferFormat('N_RGBA8888', 'reMarkable Ferrari')).toBe(2);
  expect(framebufferFormat('N_RGB888', 'reMarkable Tatsu')).toBe(7);
});

test('commands get the region as arguments and in the environment, and nothing of it is a shell’s', async () => {
  const parts = await machine();
  const file = join(parts.folder, 'heard; touch $(x)');
  const script = `require('fs').appendFileSync(process.argv[1], process.argv.slice(2).join('|') + ' ' + process.env.OCTAVO_WIDTH + '\\n')`;
  const line = (more: string) => `"${process.execPath}" -e "${script.replaceAll('\\', '\\\\')}" '${file}' ${more}`;
  parts.options = {
    ...noOptions,
    partialCommand: line('{strength} {x},{y} "{width} x {height}" {unknown} $HOME `id`'),
    fullCommand: line('all'),
  };
  expect(await command.probe(parts)).toBe(false);
  const panel = await command.open(parts);
  await panel.refresh([refresh('ui', { x: 16, y: 24, width: 8, height: 40 }), refresh('full')]);
  expect(await readFile(file, 'utf8')).toBe('ui|16,24|8 x 40|{unknown}|$HOME|`id` 8\nall 1404\n');
});

test('what a panel missed while it did not answer is made up for, also when nothing more is painted', async () => {
  const { folder, places, log } = await machine();
  const settings = await openSettings(folder, log);
  const panel = await openPanel({ settings, places, folder, log });
  const ran = join(folder, 'ran');
  // Fails until it is let run.
  const line = `sh -c 'test -e "${folder}/open" && echo "$0 $OCTAVO_X $OCTAVO_Y $OCTAVO_WIDTH $OCTAVO_HEIGHT" >> "${ran}"'`;
  await panel.setBackend('command');
  await panel.setOptions({ partialCommand: `${line} partial`, fullCommand: `${line} full` });
  await panel.refresh([refresh('partial')]);
  await panel.refresh([refresh('ui', { x: 8, y: 8, width: 16, height: 16 })]);
  expect((await panel.list()).find(({ inUse }) => inUse)).toMatchObject({ lost: true });
  await writeFile(join(folder, 'open'), '');
  await expect.poll(() => readFile(ran, 'utf8').catch(() => '')).toBe('full 0 0 1404 1872\n');
  await panel.refresh([refresh('ui', { x: 8, y: 8, width: 16, height: 16 })]);
  expect(await readFile(ran, 'utf8')).toBe('full 0 0 1404 1872\npartial 8 8 16 16\n');
  await panel.close();
});

test('a command that fails, hangs or is not there says so', async () => {
  await expect(
    run([process.execPath, '-e', 'console.error("no panel"); process.exit(3)'], refresh('full')),
  ).rejects.toThrow(/failed \(3\): no panel/);
  await expect(run(['/nowhere/at/all'], refresh('full'))).rejects.toThrow('cannot be started');
  const hang =
    'require("child_process").spawn(process.execPath, ["-e", "setInterval(() => 0, 1000)"], { stdio: "inherit" }); setInterval(() => 0, 1000)';
  await expect(run([process.execPath, '-e', hang], refresh('full'), 300)).rejects.toThrow('took too long');
});

test('reads a command as words', () => {
  expect(splitCommand('')).toEqual([]);
  expect(splitCommand(`a  "b c" d\\ e 'f"\\g' "" h"i"j`)).toEqual(['a', 'b c', 'd e', 'f"\\g', '', 'hij']);
  for (const wrong of ['a "b', `it's`, 'a\\', 'a\0b']) expect(() => splitCommand(wrong)).toThrow();
  expect(fillIn(['{x}', '{x}{y}', '{toString}'], { x: '{y}', y: '2' })).toEqual(['{x}', '{y}2', '{toString}']);
});

test('a command that cannot be read is refused, and a good one is stored', async () => {
  const { folder, places, log } = await machine();
  const settings = await openSettings(folder, log);
  const panel = await openPanel({ settings, places, folder, log });
  await expect(panel.setOptions({ fullCommand: 'eips "' })).rejects.toMatchObject({ code: 'bad_argument' });
  await panel.setBackend('command');
  await panel.setOptions({ fullCommand: 'true' });
  expect(panel.options()).toMatchObject({ fullCommand: 'true', partialCommand: '' });
  await panel.refresh([refresh('full')]);
  expect(await panel.list()).toContainEqual({ backend: 'command', found: false, inUse: true, lost: false });
  expect((await openSettings(folder, log)).values).toMatchObject({
    panel: 'command',
    panelOptions: { fullCommand: 'true' },
  });
});

test('turns regions as the picture is turned on the panel', () => {
  const panel = { width: 1872, height: 1404 };
  const box = { x: 100, y: 200, width: 300, height: 50 };
  expect(turnRegion(box, 0, panel)).toEqual([100, 200, 400, 250]);
  expect(turnRegion(box, 90, panel)).toEqual([1622, 100, 1672, 400]);
  expect(turnRegion(box, 180, panel)).toEqual([1472, 1154, 1772, 1204]);
  expect(turnRegion(box, 270, panel)).toEqual([200, 1004, 250, 1304]);
  expect(turnRegion({ x: -50, y: 0, width: 99_999, height: 10 }, 0, panel)).toEqual([0, 0, 1872, 10]);
});
