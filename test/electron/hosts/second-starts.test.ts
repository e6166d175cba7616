// Second starts that come while the first one begins or ends: nothing that they bring is forgotten.

import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Client, HostParts } from '../../../electron/client-parts.ts';
import { readCommandLine } from '../../../electron/command-line.ts';
import { runChromiumHost } from '../../../electron/hosts/chromium.ts';
import { openChromiumWindow } from '../../../electron/hosts/chromium-window.ts';
import { takeInstance } from '../../../electron/hosts/single-instance.ts';
import { eventually } from '../../eventually.ts';
import { recordingLog } from '../recording-log.ts';
import { temporaryFolder } from '../temporary-folder.ts';

// When a window is there is for the test to say.
vi.mock('../../../electron/hosts/chromium-window.ts', () => ({ openChromiumWindow: vi.fn() }));

/** Starts in one folder; what their clients heard is told in order. */
function starts(folder: string) {
  const told: string[] = [];
  const said: string[] = [];
  /** Held by the test: how far a start may come. */
  const held = { stop: Promise.resolve() };
  const begin = (name: string, files: string[] = [], options = ['--browser']) => {
    let quit: () => void = () => undefined;
    const host = runChromiumHost({
      ...{ folder, rendererFolder: folder, binary: 'chromium', log: recordingLog() },
      commandLine: { ...readCommandLine(options), files },
      announce: (line) => void said.push(`${name} said ${line.split(' ')[0]}`),
      async createClient(parts: HostParts): Promise<Client> {
        quit = parts.quit;
        told.push(`${name} began with ${files}`);
        return {
          answer: () => async () => ({ ok: true, value: {} }),
          serveBytes: async () => undefined,
          importFiles: async (taken) => void told.push(`${name} took ${taken}`),
          stop: () => held.stop,
        };
      },
    });
    let ended = false;
    const end = host.then(() => {
      ended = true;
    });
    onTestFinished(async () => {
      quit();
      await end;
    });
    return { end, quit: () => quit(), isEnded: () => ended };
  };
  return { told, said, held, begin };
}

test('files that are opened while the first start begins are taken over by it', async () => {
  const folder = await temporaryFolder();
  const settings = join(folder, 'settings.json');
  // Whoever reads it waits until somebody writes.
  expect(spawnSync('sh', ['-c', 'mkfifo "$0"', settings]).status).toBe(0);
  const { told, begin } = starts(folder);
  const first = begin('first', ['one']);
  const second = begin('second', ['two']);
  await wait(300);
  expect([first.isEnded(), second.isEnded(), told]).toEqual([false, false, []]);
  await writeFile(settings, JSON.stringify({ deviceId: 'device-1' }));
  await second.end;
  expect(told).toEqual(['first began with one', 'first took two']);
});

test('a file that is opened while the first start ends is opened by a start of its own', async () => {
  const { told, held, begin } = starts(await temporaryFolder());
  const first = begin('first', ['one']);
  await eventually(() => expect(told).toHaveLength(1));
  const stopped = Promise.withResolvers<void>();
  held.stop = stopped.promise;
  first.quit();
  const second = begin('second', ['two']);
  await wait(300);
  expect([first.isEnded(), second.isEnded()]).toEqual([false, false]);
  held.stop = Promise.resolve();
  stopped.resolve();
  await first.end;
  await eventually(() => expect(told).toEqual(['first began with one', 'second began with two']));
  expect(second.isEnded()).toBe(false);
});

test('a second start that comes while the window is still opened is told no address; a later one is shown it', async () => {
  const { told, said, begin } = starts(await temporaryFolder());
  const opening = Promise.withResolvers<Awaited<ReturnType<typeof openChromiumWindow>>>();
  vi.mocked(openChromiumWindow).mockReturnValueOnce(opening.promise);
  begin('first', ['one'], []);
  await eventually(() => expect(told).toEqual(['first began with one']));
  await begin('second', ['two'], []).end;
  expect(told.splice(1)).toEqual(['first took two']);
  const focus = async () => void told.push('the window was shown');
  opening.resolve({ focus, picture: async () => new Uint8Array(), close: async () => undefined });
  await begin('third', ['three'], []).end;
  expect(told.splice(1)).toEqual(['first took three', 'the window was shown']);
  expect(said).toEqual([]);
  await begin('fourth').end;
  expect(said).toEqual(['fourth said address']);
});

test('a running client that says nothing has taken nothing over', async () => {
  const folder = await temporaryFolder();
  const silent = createServer({ allowHalfOpen: true }, (socket) => socket.resume().on('end', () => socket.end()));
  await new Promise<void>((listening) => silent.listen(join(folder, 'instance.sock'), listening));
  const taken = takeInstance(folder, { browser: false, files: ['one'] }, async () => ({}));
  await wait(300);
  silent.close();
  const instance = await taken;
  expect(instance.first).toBe(true);
  if (instance.first) instance.close();
});
