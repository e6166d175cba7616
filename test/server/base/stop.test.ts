// A whole process: it stops in an orderly way, and says in one sentence why it cannot start. Migrations from two
// processes at once belong here as well.

import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../server/base/database/database.ts';
import { forEachDatabase } from '../databases.ts';

interface Program {
  child: ChildProcess;
  line(text: string): Promise<string>;
  exit: Promise<number | null>;
  errors(): string;
}

const smallProgram = new URL('./small-program.ts', import.meta.url);
const migrateOnce = new URL('./migrate-once.ts', import.meta.url);

function start(file: URL, ...args: string[]): Program {
  const child = spawn(process.execPath, [file.pathname, ...args]);
  let output = '';
  let errors = '';
  const listeners = new Set<() => void>();
  child.stdout.on('data', (chunk) => {
    output += chunk;
    for (const listener of listeners) listener();
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const exit = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const line = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = output.split('\n').find((candidate) => candidate.startsWith(text));
        if (found) resolve(found);
      };
      listeners.add(look);
      exit.then((code) => reject(new Error(`ended with ${code}: ${errors}`)));
      look();
    });
  return { child, line, exit, errors: () => errors };
}

test.each(['SIGTERM', 'SIGINT'] as const)('%s finishes the request under way and exits with 0', async (signal) => {
  const program = start(smallProgram);
  const address = (await program.line('ready')).slice('ready '.length);
  const reply = fetch(`${address}/slow`);
  await program.line('asked');
  program.child.kill(signal);
  expect(await (await reply).json()).toEqual({ done: true });
  expect(await program.exit).toBe(0);
  await expect(fetch(address)).rejects.toThrow();
});

test('a second signal exits at once', async () => {
  const program = start(smallProgram);
  const address = (await program.line('ready')).slice('ready '.length);
  const reply = fetch(`${address}/never`).catch(() => 'cut');
  await program.line('asked');
  program.child.kill('SIGTERM');
  await new Promise((resolve) => setTimeout(resolve, 200));
  program.child.kill('SIGTERM');
  expect(await program.exit).toBe(1);
  expect(await reply).toBe('cut');
  expect(program.errors()).not.toContain('did not stop in time');
});

test('a port in use and a folder that cannot be written are one sentence and code 2', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as { port: number };
  const busy = start(smallProgram, String(port));
  expect(await busy.exit).toBe(2);
  expect(busy.errors()).toBe(
    `Port ${port} on 127.0.0.1 is in use by another program; stop that one or choose another port.\n`,
  );
  await new Promise((resolve) => taken.close(resolve));
  const unwritable = start(smallProgram, '0', 'sqlite:///dev/null/folder/octavo.sqlite');
  expect(await unwritable.exit).toBe(2);
  expect(unwritable.errors().trim().split('\n')).toHaveLength(1);
  expect(unwritable.errors()).toContain('/dev/null/folder/octavo.sqlite cannot be opened');
});

forEachDatabase((_name, open) => {
  test('migrations from several processes at once are applied once', async () => {
    const url = await open.url();
    const programs = Array.from({ length: 3 }, () => start(migrateOnce, url));
    const applied = await Promise.all(programs.map((program) => program.line('applied ')));
    expect(applied.sort()).toEqual(['applied ', 'applied ', 'applied 001-slow,002-next']);
    expect(await Promise.all(programs.map((program) => program.exit))).toEqual([0, 0, 0]);
    const database = await openDatabase<{ things: { id: number } }>(url);
    expect(await database.kysely.selectFrom('things').selectAll().execute()).toEqual([{ id: 1 }]);
    await database.close();
  });
});
