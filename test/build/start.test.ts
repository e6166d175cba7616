import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { defaultData, readArguments } from '../../build/start/arguments.ts';
import { lockDataFolder, openDataFolder, systemSecret, writeJson } from '../../build/start/data-folder.ts';
import { claimPort } from '../../build/start/ports.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'octavo-start-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('arguments', () => {
  test('defaults', () => {
    expect(readArguments([])).toMatchObject({ port: 8080, authPort: 4444, authAdminPort: 4445, window: 'window' });
    expect(defaultData({ XDG_DATA_HOME: '/x' })).toBe('/x/octavo');
  });

  test('a password may contain colons', () => {
    expect(readArguments(['--user', 'ann:a:b']).user).toEqual({ name: 'ann', password: 'a:b' });
  });

  test('the host is one of two', () => {
    expect(readArguments([]).host).toBeUndefined();
    expect(readArguments(['--host', 'electron']).host).toBe('electron');
    expect(readArguments(['--host', 'chromium']).host).toBe('chromium');
  });

  test.each([
    [['--port', 'x']],
    [['--port', '70000']],
    [['--user', 'ann']],
    [['--nonsense']],
    [['--host', 'firefox']],
    [['--host', '']],
    [['--browser', '--no-window']],
  ])('%j is refused', (argv) => {
    expect(() => readArguments(argv)).toThrow();
  });
});

describe('ports', () => {
  test('a busy port is named with the flag that changes it', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    await expect(claimPort({ flag: '--auth-port', purpose: 'the authorization server', port })).rejects.toThrow(
      new RegExp(`${port}.*another program.*--auth-port`),
    );
    server.close();
  });

  test('0 becomes a free port', async () => {
    expect(await claimPort({ flag: '--port', purpose: 'the reading service', port: 0 })).toBeGreaterThan(0);
  });
});

describe('data folder', () => {
  test('a folder that cannot be made is named', async () => {
    await writeFile(join(folder, 'file'), '');
    await expect(openDataFolder(join(folder, 'file', 'below'))).rejects.toThrow(/can't be written.*--data/);
    await expect(openDataFolder('/proc/octavo')).rejects.toThrow(/can't be written.*--data/);
  });

  test('the secret is made once and private', async () => {
    const secret = systemSecret(folder);
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    expect(systemSecret(folder)).toBe(secret);
    expect((await stat(join(folder, 'secrets.json'))).mode & 0o077).toBe(0);
  });

  test('a living owner keeps the lock; a dead one does not', async () => {
    // Process 1 lives as long as the machine does.
    const line = await readFile('/proc/1/stat', 'utf8');
    const started = line.slice(line.lastIndexOf(')') + 2).split(' ')[19];
    writeJson(join(folder, 'running.json'), { pid: 1, started, addresses: { service: 'http://127.0.0.1:9' } });
    expect(() => lockDataFolder(folder)).toThrow(/already runs.*process 1.*127\.0\.0\.1:9/);
    writeJson(join(folder, 'running.json'), { pid: 1, started: 'another life' });
    const unlock = lockDataFolder(folder);
    expect(JSON.parse(await readFile(join(folder, 'running.json'), 'utf8')).pid).toBe(process.pid);
    unlock();
    await expect(stat(join(folder, 'running.json'))).rejects.toThrow();
  });

  test('damaged state is an error, not a new start', async () => {
    await writeFile(join(folder, 'secrets.json'), '{');
    expect(() => systemSecret(folder)).toThrow(/damaged/);
  });
});
