// Entry of the Electron host: reads the command line, prepares the data folder and runs the host until it ends.

import { join } from 'node:path';
import { app } from 'electron';
import { createClient } from './client.ts';
import { readCommandLine } from './command-line.ts';
import { chooseDataFolder, prepareDataFolder } from './disk/data-folder.ts';
import { describeError, openLog } from './disk/log.ts';
import { runElectronHost } from './hosts/electron.ts';
import { registerReaderScheme } from './hosts/electron-protocol.ts';
import { findRendererFolder } from './renderer-folder.ts';
import { reportFailures } from './report-failures.ts';

// Before anything is awaited: Electron takes schemes only until it is ready.
registerReaderScheme();
if (process.getuid?.() === 0) app.commandLine.appendSwitch('no-sandbox');

async function main(): Promise<void> {
  // A packaged program has no script among its arguments.
  const commandLine = readCommandLine(process.argv.slice(app.isPackaged ? 1 : 2));
  const folder = chooseDataFolder(commandLine.data);
  await prepareDataFolder(folder);
  const log = openLog(join(folder, 'logs'));
  reportFailures(log, (code) => app.exit(code));
  await runElectronHost({
    commandLine,
    folder,
    log,
    rendererFolder: findRendererFolder(import.meta.dirname),
    preload: join(import.meta.dirname, '..', 'preload', 'preload.cjs'),
    announce: (line) => process.stdout.write(`${line}\n`),
    createClient: (parts) => createClient(parts, commandLine),
  });
}

main().catch((error: unknown) => {
  process.stderr.write(`${describeError(error)}\n`);
  app.exit(2);
});
