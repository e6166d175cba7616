// The lights in front of a panel, as the kernel lists them. Where their files are not for everybody to write, the login
// service sets them for whoever sits at the device.

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../api/errors.ts';
import type { Light } from '../../api/panel.ts';
import { isMissing, systemCode } from '../disk/file-error.ts';
import { openBus } from './bus.ts';
import type { DevicePlaces } from './places.ts';

type Places = Pick<DevicePlaces, 'lights' | 'systemBus'>;

export async function listLights({ lights: folder }: Places): Promise<Light[]> {
  const found: Light[] = [];
  for (const name of await namesIn(folder)) {
    const most = await readNumber(join(folder, name, 'max_brightness'));
    const now = await readNumber(join(folder, name, 'brightness'));
    if (most && now !== undefined) found.push({ name, kind: kindOf(name), percent: Math.round((now / most) * 100) });
  }
  return found;
}

/** `percent`: 0 is off. Anything above is at least the weakest light that there is. */
export async function setLight(places: Places, name: string, percent: number): Promise<void> {
  // Only a name of the list, so that it is no path to anywhere else.
  if (!(await namesIn(places.lights)).includes(name)) throw new AppError('not_found', 'There is no such light.');
  const folder = join(places.lights, name);
  const most = (await readNumber(join(folder, 'max_brightness'))) ?? 0;
  const value = percent <= 0 ? 0 : Math.max(1, Math.round((Math.min(percent, 100) / 100) * most));
  try {
    await writeFile(join(folder, 'brightness'), String(value));
  } catch (error) {
    if (!forbidden.has(systemCode(error) ?? '') || !places.systemBus) throw error;
    await askLogin(places.systemBus, name, value);
  }
}

/** Not this program's to write, or nobody's in the place it runs in. */
const forbidden: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS']);

async function askLogin(address: string, name: string, value: number): Promise<void> {
  const bus = await openBus(address);
  try {
    await bus.call({
      destination: 'org.freedesktop.login1',
      path: '/org/freedesktop/login1/session/auto',
      interface: 'org.freedesktop.login1.Session',
      member: 'SetBrightness',
      signature: 'ssu',
      body: ['backlight', name, value],
    });
  } finally {
    await bus.close();
  }
}

function kindOf(name: string): Light['kind'] {
  if (/warm/i.test(name)) return 'warm';
  return /cool|cold|white/i.test(name) ? 'cold' : 'plain';
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

async function readNumber(file: string): Promise<number | undefined> {
  try {
    const value = Number((await readFile(file, 'utf8')).trim());
    return Number.isFinite(value) ? value : undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
