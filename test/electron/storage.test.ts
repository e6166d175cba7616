// Small things on disk: the log that hides secrets and turns over, settings that survive damage, the command line.

import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCommandLine } from '../../electron/command-line.ts';
import { chooseDataFolder, prepareDataFolder } from '../../electron/disk/data-folder.ts';
import { openLog } from '../../electron/disk/log.ts';
import { openSettings } from '../../electron/disk/settings.ts';
import { writeDurably } from '../../electron/disk/write-durably.ts';
import { recordingLog } from './recording-log.ts';
import { temporaryFolder } from './temporary-folder.ts';

test('the log writes lines to file and echo, hides secrets by name, and keeps one entry on one line', async () => {
  const folder = await temporaryFolder();
  const echoed: string[] = [];
  const log = openLog(join(folder, 'logs'), { echo: (line) => echoed.push(line) });
  const cause = new Error('outer', { cause: new Error('inner') });
  log.info('first\nsecond', { refreshToken: 'tok-1', session: { signKey: 'key-1', vid: 'u' }, code: 'c-1', cause });
  await log.flush();
  const text = await readFile(join(folder, 'logs', 'octavo.log'), 'utf8');
  expect(text.trimEnd().split('\n')).toHaveLength(1);
  expect(text).toBe(echoed.join(''));
  expect(text).not.toMatch(/tok-1|key-1|c-1/);
  expect(text).toContain('"vid":"u"');
  expect(text).toContain('outer (inner)');
});

test('full log files turn over and the oldest goes', async () => {
  const folder = await temporaryFolder();
  const log = openLog(folder, { echo: () => undefined, maxBytes: 300, keep: 2 });
  for (let index = 0; index < 20; index++) {
    log.info(`entry ${index} ${'x'.repeat(100)}`);
    await log.flush();
  }
  expect((await readdir(folder)).sort()).toEqual(['octavo.1.log', 'octavo.2.log', 'octavo.log']);
  expect(await readFile(join(folder, 'octavo.log'), 'utf8')).toContain('entry 19');
});

test('a log that cannot be written says so once and does not end the program', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'logs'), 'a file is in the way');
  const echoed: string[] = [];
  const log = openLog(join(folder, 'logs'), { echo: (line) => echoed.push(line) });
  log.info('one');
  await log.flush();
  log.info('two');
  await log.flush();
  expect(echoed.filter((line) => line.includes('cannot be written'))).toHaveLength(1);
  expect(echoed.join('')).toContain('two');
});

test('settings that are what they were are not written, unless the last write failed', async () => {
  const folder = await temporaryFolder();
  const file = join(folder, 'settings.json');
  const first = await openSettings(folder, recordingLog());
  await first.change({ service: 'http://s' });
  const settings = await openSettings(folder, recordingLog());
  const before = await stat(file);
  await settings.change({ service: 'http://s' });
  expect((await stat(file)).ino).toBe(before.ino);
  await rename(folder, `${folder}-away`);
  await writeFile(folder, 'a file is in the way');
  await expect(settings.change({ service: 'http://t' })).rejects.toThrow();
  await rm(folder);
  await rename(`${folder}-away`, folder);
  await settings.change({ service: 'http://t' });
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ service: 'http://t' });
});

test('settings keep the device’s name and survive damage', async () => {
  const folder = await temporaryFolder();
  const log = recordingLog();
  const first = await openSettings(folder, log);
  await Promise.all([first.change({ browserPort: 4000 }), first.change({ service: 'http://s' })]);
  const second = await openSettings(folder, log);
  expect(second.values).toEqual({ deviceId: first.values.deviceId, browserPort: 4000, service: 'http://s' });
  await writeFile(join(folder, 'settings.json'), '{"deviceId":');
  const third = await openSettings(folder, log);
  expect(third.values.deviceId).not.toBe(first.values.deviceId);
  expect((await readdir(folder)).some((name) => name.startsWith('settings.json.unreadable-'))).toBe(true);
  expect(log.messages()).toHaveLength(1);
});

test('a durable write leaves no draft behind, neither done nor failed', async () => {
  const folder = await temporaryFolder();
  await writeDurably(join(folder, 'a'), 'one');
  await writeDurably(join(folder, 'a'), 'two');
  expect(await readFile(join(folder, 'a'), 'utf8')).toBe('two');
  await mkdir(join(folder, 'b'));
  await expect(writeDurably(join(folder, 'b'), 'x')).rejects.toThrow();
  expect((await readdir(folder)).sort()).toEqual(['a', 'b']);
});

test('the command line', () => {
  expect(readCommandLine([])).toEqual({
    browser: false,
    kiosk: false,
    headless: false,
    autoSignIn: false,
    files: [],
  });
  const args = '--data /d --service http://s/x/?q --port 80 --debug-port 9 --auto-sign-in /x/a.epub b.epub';
  expect(readCommandLine(args.split(' '))).toMatchObject({
    data: '/d',
    service: 'http://s/x',
    port: 80,
    debugPort: 9,
    autoSignIn: true,
    files: ['/x/a.epub', join(process.cwd(), 'b.epub')],
  });
  expect(() => readCommandLine(['--port', '0'])).toThrow('--port must be a number');
  expect(() => readCommandLine(['--port', '1e3'])).toThrow('--port must be a number');
  expect(() => readCommandLine(['--service', 'ftp://s'])).toThrow('--service must be an http or https address');
  expect(() => readCommandLine(['--service', 'nonsense'])).toThrow('--service must be');
});

test('the data folder: flag, environment, desktop', async () => {
  expect(chooseDataFolder('/a', { OCTAVO_CLIENT_DATA: '/b' })).toBe('/a');
  expect(chooseDataFolder(undefined, { OCTAVO_CLIENT_DATA: '/b' })).toBe('/b');
  expect(chooseDataFolder(undefined, { XDG_DATA_HOME: '/c' })).toBe('/c/octavo');
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'file'), '');
  await expect(prepareDataFolder(join(folder, 'file'))).rejects.toThrow('choose another with --data');
});
