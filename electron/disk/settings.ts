// Settings of this device that the main process needs before any page is open: one small JSON file in the data folder.

import { randomUUID } from 'node:crypto';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { PanelName, PanelOptions } from '../../api/panel.ts';
import { TranslationOptions } from '../../api/translation.ts';
import { isMissing } from './file-error.ts';
import { describeError, type Log } from './log.ts';
import { writeDurably } from './write-durably.ts';

const Settings = Type.Object({
  /** Names this device to the service; made once. */
  deviceId: Type.String({ minLength: 8, maxLength: 64 }),
  /** Base address of the reading service. */
  service: Type.Optional(Type.String()),
  /** Kept, because a browser's storage belongs to an origin, and the port is part of it. */
  browserPort: Type.Optional(Type.Integer({ minimum: 1, maximum: 65535 })),
  /** Seconds to add to this device's clock for the service's time, as last measured. */
  clockOffset: Type.Optional(Type.Number()),
  /** The panel that the reader chose; absent while probing decides. */
  panel: Type.Optional(PanelName),
  panelOptions: Type.Optional(PanelOptions),
  translation: Type.Optional(TranslationOptions),
});
type Settings = Static<typeof Settings>;

export interface SettingsFile {
  readonly values: Readonly<Settings>;
  change(part: Partial<Settings>): Promise<void>;
  /** As if it had never been set. */
  forget(name: keyof Omit<Settings, 'deviceId'>): Promise<void>;
}

/** An unreadable file is put aside and replaced by defaults. */
export async function openSettings(folder: string, log: Log): Promise<SettingsFile> {
  const file = join(folder, 'settings.json');
  const found = await read(file, log);
  let values: Settings = found ?? { deviceId: randomUUID() };
  /** What the file holds; undefined while that is not sure. */
  let written = found && JSON.stringify(found);
  const write = async (text: string) => {
    // Most starts set what is set already.
    if (text === written) return;
    written = undefined;
    await writeDurably(file, text);
    written = text;
  };
  if (!found) await write(JSON.stringify(values));
  let last: Promise<void> = Promise.resolve();
  const store = (next: Settings) => {
    values = next;
    const text = JSON.stringify(values);
    // In order, whether or not the write before succeeded.
    last = last.then(
      () => write(text),
      () => write(text),
    );
    return last;
  };
  return {
    get values() {
      return values;
    },
    change: (part) => store({ ...values, ...part }),
    forget(name) {
      const { [name]: _, ...rest } = values;
      return store(rest);
    },
  };
}

async function read(file: string, log: Log): Promise<Settings | undefined> {
  try {
    const parsed: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (Value.Check(Settings, parsed)) return parsed;
    throw new Error('the file has an unknown shape');
  } catch (error) {
    if (isMissing(error)) return undefined;
    const aside = `${file}.unreadable-${Date.now()}`;
    await rename(file, aside);
    log.warn('The settings file cannot be read and was put aside', { file: aside, cause: describeError(error) });
    return undefined;
  }
}
