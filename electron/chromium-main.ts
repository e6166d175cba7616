// Entry of the Chromium host: reads the command line, prepares the data folder and runs the host until it ends.

import { join } from 'node:path';
import { createClient } from './client.ts';
import { readCommandLine, usage } from './command-line.ts';
import { chooseDataFolder, prepareDataFolder } from './disk/data-folder.ts';
import { describeError, openLog } from './disk/log.ts';
import { runChromiumHost } from './hosts/chromium.ts';
import { findInstalledChromium } from './hosts/find-chromium.ts';
import { findRendererFolder } from './renderer-folder.ts';
import { reportFailures } from './report-failures.ts';

async function main(): Promise<void> {
  const commandLine = readCommandLine(process.argv.slice(2));
  const folder = chooseDataFolder(commandLine.data);
  await prepareDataFolder(folder);
  const log = openLog(join(folder, 'logs'));
  reportFailures(log, (code) => process.exit(code));
  await runChromiumHost({
    commandLine,
    folder,
    log,
    rendererFolder: findRendererFolder(import.meta.dirname),
    binary: findInstalledChromium(),
    ...readPatience(process.env.OCTAVO_PAGE_PATIENCE),
    announce: (line) => process.stdout.write(`${line}\n`),
    createClient: (parts) => createClient(parts, commandLine),
  });
  await log.flush();
}

try {
  await main();
  // A stray timer or socket must not keep a program without a window alive.
  process.exit(0);
} catch (error) {
  process.stderr.write(`${describeError(error)}\n${isUsage(error) ? `${usage}\n` : ''}`);
  process.exit(2);
}

function readPatience(text: string | undefined): { pagePatience?: number } {
  if (!text) return {};
  const pagePatience = Number(text);
  if (!(pagePatience >= 100 && pagePatience <= 600_000)) {
    throw new Error('OCTAVO_PAGE_PATIENCE must be a number of milliseconds from 100 to 600000.');
  }
  return { pagePatience };
}

function isUsage(error: unknown): boolean {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
