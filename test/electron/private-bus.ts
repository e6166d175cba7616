// A D-Bus daemon of the test's own on a socket in its folder, and a service on it that records what it is asked.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createClient, type InterfaceDescriptor, type MessageBus } from 'dbus-native';
import { onTestFinished } from 'vitest';

/** Undefined where the program is not installed. */
export const daemon = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'dbus-daemon'))
  .find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

export interface PrivateBus {
  address: string;
  kill(): Promise<void>;
}

export async function startBus(folder: string, name = 'bus'): Promise<PrivateBus> {
  const address = `unix:path=${join(folder, name)}`;
  const args = ['--session', `--address=${address}`, '--nofork', '--nopidfile', '--print-address'];
  const child = spawn(daemon as string, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  await once(child.stdout, 'data');
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  onTestFinished(kill);
  return { address, kill };
}

export interface RecordingService {
  calls: string[];
  bus: MessageBus;
  stop(): Promise<void>;
}

/** Serves the interface's methods: each is written down with what it was given, and `answer` says what it returns. */
export async function serve(
  address: string,
  { name, path, interfaces }: { name: string; path: string; interfaces: InterfaceDescriptor[] },
  answer: (member: string, values: unknown[]) => unknown = () => null,
  properties: Record<string, unknown> = {},
): Promise<RecordingService> {
  const bus = createClient({ busAddress: address, fdTransport: false });
  bus.connection.on('error', () => undefined);
  await bus.getId();
  const calls: string[] = [];
  for (const each of interfaces) {
    const object: Record<string, unknown> = {};
    for (const member of Object.keys(each.methods ?? {})) {
      // The message itself comes last.
      object[member] = (...given: unknown[]) => {
        const values = given.slice(0, -1);
        calls.push(`${member}(${values.map((value) => JSON.stringify(value)).join(', ')})`);
        return answer(member, values);
      };
    }
    for (const property of Object.keys(each.properties ?? {})) {
      Object.defineProperty(object, property, {
        get: () => properties[property],
        set(value: unknown) {
          properties[property] = value;
          calls.push(`${property} = ${JSON.stringify(value)}`);
        },
      });
    }
    bus.exportInterface(object, path, each);
  }
  await bus.requestName(name, 0);
  const stop = () => bus.close();
  onTestFinished(stop);
  return { calls, bus, stop };
}
