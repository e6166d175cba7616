// `npm start`: builds what changed, starts both services and the client, and stops them together.

import { build } from './build.ts';
import { readArguments, type StartArguments, usage } from './start/arguments.ts';
import { chooseHost, openClient } from './start/client.ts';
import { lockDataFolder, openDataFolder, publishAddresses, writeJson } from './start/data-folder.ts';
import { bringInSamples, ensureAccount } from './start/first-run.ts';
import { claimPort } from './start/ports.ts';
import type { Program } from './start/program.ts';
import { startServices } from './start/run-services.ts';

const services: Program[] = [];
let client: Program | undefined;
let unlock: () => void = () => undefined;
let stopping: Promise<never> | undefined;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));

await start(argumentsOrUsage()).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  return stop(1);
});

async function start(options: StartArguments): Promise<void> {
  await openDataFolder(options.data);
  unlock = lockDataFolder(options.data);
  const ports = {
    port: await claimPort({ flag: '--port', purpose: 'the reading service', port: options.port }),
    authPort: await claimPort({ flag: '--auth-port', purpose: 'the authorization server', port: options.authPort }),
    authAdminPort: await claimPort({
      flag: '--auth-admin-port',
      purpose: "the authorization server's administration",
      port: options.authAdminPort,
    }),
  };
  await build();
  const started = await startServices(options.data, ports);
  services.push(...started.programs);
  for (const program of services) watch(program);
  publishAddresses(options.data, started.addresses);
  const account = await ensureAccount(options.data, started.octavoEnv, options.user);
  if (account.password) {
    say('', 'An account was made for you. This is the only time its password is shown:');
    say(`  name      ${account.name}`, `  password  ${account.password}`, '');
  }
  await bringInSamples(options.data, started.octavoEnv, account.name);
  const ready: Record<string, string> = { ...started.addresses, user: account.name };
  say(`Reading service      ${started.addresses.service}`, `Authorization server ${started.addresses.issuer}`);
  if (options.window !== 'none') {
    const host = await chooseHost(options);
    if (host.kind === 'browser' && host.why) say(host.why);
    const opened = openClient(options.data, options, host, started, account.name);
    client = opened.program;
    const { address } = await opened.open;
    if (address) {
      say('', 'Open this address in a browser of this machine (it works once):', `  ${address}`, '');
      ready.client = address;
    }
    watch(client, host.kind !== 'browser');
  }
  if (options.readyFile) writeJson(options.readyFile, ready);
  say('Ctrl-C stops everything.');
}

/** A program that ends by itself ends the others; a window that was closed does so without complaint. */
function watch(program: Program, mayClose = false): void {
  program.exited.then(async (code) => {
    if (program.stopping || stopping) return;
    if (mayClose && code === 0) return stop(0);
    process.stderr.write(`${program.name} ended unexpectedly (${code}):\n${await program.lastWords()}\n`);
    return stop(1);
  });
}

/** Client first, so that what it is sending still arrives. */
function stop(code: number): Promise<never> {
  stopping ??= (async () => {
    await client?.stop();
    await Promise.all(services.map((program) => program.stop()));
    unlock();
    process.exit(code);
  })();
  return stopping;
}

function argumentsOrUsage(): StartArguments {
  try {
    return readArguments(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${usage}\n`);
    process.exit(2);
  }
}

function say(...lines: string[]): void {
  for (const line of lines) process.stdout.write(`${line}\n`);
}
