// When a command of the reader's begins: not before the frame that it is to show is where it can be shown.

import { spawn } from 'node:child_process';
import { expect, test, vi } from 'vitest';
import type { Refresh } from '../../../api/panel.ts';
import { command } from '../../../electron/eink/command.ts';
import { devicePlacesIn } from '../device-places.ts';
import { recordingLog } from '../recording-log.ts';
import { temporaryFolder } from '../temporary-folder.ts';

vi.mock('node:child_process', async (original) => {
  const real = await original<typeof import('node:child_process')>();
  return { ...real, spawn: vi.fn(real.spawn) };
});

const whole = { x: 0, y: 0, width: 1404, height: 1872, dither: false };

test('a command begins once the compositor has had its time, whatever the refresh', async () => {
  const folder = await temporaryFolder();
  const options = { partialCommand: 'true', fullCommand: 'true', rotation: 0, performance: false } as const;
  const panel = await command.open({ folder, places: devicePlacesIn(folder), options, log: recordingLog() });
  for (const strength of ['fast', 'full'] satisfies Refresh['strength'][]) {
    vi.mocked(spawn).mockClear();
    const painted = performance.now();
    const begun = new Promise<number>((resolve) => {
      const { spawn: real } = process.getBuiltinModule('node:child_process');
      vi.mocked(spawn).mockImplementationOnce(((...args: Parameters<typeof real>) => {
        resolve(performance.now());
        return real(...args);
      }) as typeof spawn);
    });
    await panel.refresh([{ ...whole, strength }]);
    // Timers count in whole milliseconds.
    expect((await begun) - painted).toBeGreaterThan(60);
    expect(spawn).toHaveBeenCalledTimes(1);
  }
});
