// Two clients of one account, each with a way to the service that breaks, edit the same shelf: offline, with a clock
// that runs behind, and with a kill between the edit and its sync. Both end equal to each other and to the service.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { build } from '../../build/build.ts';
import { freePort } from '../free-port.ts';
import { BreakableWay } from './breakable-way.ts';
import { attach, Installation, root, waitFor } from './installation.ts';
import { type Shelf, serviceShelf, storedShelf, unsentEvents } from './shelf-copies.ts';

const guide = 'A Short Guide to Octavo';
const chinese = 'Octavo 简明指南';
const house = new Installation();

interface Client {
  name: string;
  way: BreakableWay;
  child: ChildProcess;
  browser: Browser;
  page: Page;
}
const clients: Client[] = [];

interface Launched {
  client: Client;
  /** What the client has told on its standard output. */
  said: () => string;
}

async function launch(name: string, way: BreakableWay, ...args: string[]): Promise<Launched> {
  const debugPort = await freePort();
  const child = spawn(
    process.execPath,
    [
      join(root, 'dist/chromium/chromium.mjs'),
      ...['--data', join(house.folder, name), '--service', way.address],
      ...['--headless', '--debug-port', String(debugPort), ...args],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let said = '';
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => {
    log += chunk;
  });
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk;
  });
  await waitFor('the first page', () => (said.includes('painted') ? true : undefined)).catch((error: Error) => {
    throw new Error(`${error.message}\n${said}\n${log}`);
  });
  const client: Client = { name, way, child, ...(await attach(debugPort)) };
  client.page.setDefaultTimeout(20_000);
  clients.push(client);
  return { client, said: () => said };
}

async function signIn(name: string, way: BreakableWay): Promise<Client> {
  const { client, said } = await launch(name, way, '--auto-sign-in');
  const [, code = ''] = await waitFor('the sign-in code', () => /^user-code (.*)\n/m.exec(said()) ?? undefined);
  house.octavo('device', 'approve', '--user', 'ann', '--code', code);
  await book(client, guide).waitFor();
  return client;
}

async function kill(client: Client): Promise<void> {
  clients.splice(clients.indexOf(client), 1);
  const exited = once(client.child, 'exit');
  client.child.kill('SIGKILL');
  await exited;
  await client.browser.close().catch(() => undefined);
}

const book = ({ page }: Client, title: string) => page.getByRole('main').getByRole('button', { name: title });

async function choose(client: Client, title: string, item: string): Promise<void> {
  await book(client, title).click({ button: 'right' });
  await client.page.getByRole('menu').getByText(item, { exact: true }).click();
}

async function press({ page }: Client, name: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
}

const shelfOf = async ({ page }: Client) => storedShelf(page);
const row = (shelf: Shelf, title: string) => shelf.books.find((one) => one.title === title);

beforeAll(async () => {
  await build();
  await house.start(['--no-window', '--user', 'ann:a-long-enough-passphrase']);
});

afterAll(async () => {
  for (const client of [...clients]) {
    await kill(client);
    await client.way.cut();
  }
  await house.stop();
  await house.remove();
});

test('edits made offline, behind the time and before a kill all arrive, and every copy is the same', async () => {
  const port = Number(new URL(house.ready?.service ?? '').port);
  const ways = [new BreakableWay(port), new BreakableWay(port)] as const;
  for (const way of ways) await way.mend();
  const first = await signIn('first', ways[0]);
  let second = await signIn('second', ways[1]);

  await ways[1].cut();
  await choose(second, guide, 'Mark as finished');
  await choose(second, guide, 'Move to a folder…');
  await press(second, 'New folder…');
  await second.page.getByRole('dialog').getByRole('textbox').fill('Later');
  await press(second, 'Create');
  await book(second, 'Later').waitFor();
  await second.page.evaluate(() => {
    const now = Date.now.bind(Date);
    Date.now = () => now() - 3_600_000;
  });
  await choose(second, chinese, 'Pin to the front');
  await expect.poll(() => unsentEvents(second.page)).toBe(3);
  await kill(second);

  await choose(first, guide, 'Pin to the front');
  await choose(first, chinese, 'Remove from the shelf…');
  await press(first, 'Remove');
  await book(first, chinese).waitFor({ state: 'detached' });

  ({ client: second } = await launch('second', ways[1]));
  await book(second, 'Later').waitFor();
  expect(await unsentEvents(second.page)).toBe(3);
  await ways[1].mend();

  for (const client of [first, second]) {
    await expect.poll(() => unsentEvents(client.page), { timeout: 60_000 }).toBe(0);
  }
  // What the other one sent last comes with the next sync, which a person asks for with this button.
  for (const client of [first, second]) await client.page.getByRole('button', { name: 'In sync' }).click();
  const truth = async () => serviceShelf(first.page);
  await expect
    .poll(async () => [await shelfOf(first), await shelfOf(second)], { timeout: 30_000 })
    .toEqual([await truth(), await truth()]);
  const shelf = await truth();
  const [folder] = shelf.folders;
  expect(folder?.name).toBe('Later');
  expect(row(shelf, guide)).toMatchObject({ isTop: 1, finished: 1, folder: folder?.archiveId });
  // Its pin was made an hour before the removal.
  expect(row(shelf, chinese)).toBeUndefined();
});
