// Runs one of the project's tasks on the Node that the project pins, after installing the dependencies if they are
// missing or changed. Plain JavaScript for Node 18 and later, because it runs before anything is installed.

import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const tasks = {
  start: 'build/start.ts',
  dev: 'build/dev.ts',
  test: 'build/test.ts',
  check: 'build/check.ts',
  build: 'build/build.ts',
  openapi: 'build/openapi.ts',
  octavo: 'server/cli/octavo.ts',
  authsrv: 'server/cli/authsrv.ts',
  samples: 'build/samples.ts',
  'coverage-auth': 'build/coverage-auth.ts',
  'coverage-epub': 'build/coverage-epub.ts',
};

const [task, ...rest] = process.argv.slice(2);
const script = task === 'bench' ? `build/bench/${rest.shift()}.ts` : tasks[task];
if (!script || !existsSync(join(root, script))) {
  fail(`There is no task "${[task, ...rest].join(' ')}"; see "scripts" in package.json.`);
}
const [major] = process.versions.node.split('.').map(Number);
if (major < 20) {
  fail(`Octavo needs Node 20 or later to set itself up, and this is ${process.version}. Install a newer Node.`);
}
installIfChanged();
const node = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
if (!existsSync(node)) fail('The pinned Node is missing from node_modules; remove that folder and try again.');
runTask();

function installIfChanged() {
  const marker = join(root, 'node_modules', '.octavo-ready');
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(marker) && readFileSync(marker, 'utf8').trim() === wanted) return;
  process.stderr.write('Installing the dependencies (once, and again when they change) …\n');
  // Standard output belongs to the task, so npm's goes to standard error.
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root, stdio: ['ignore', 2, 2] });
  if (npm.error) fail(`npm could not be started (${npm.error.message}); install npm 10 or later.`);
  if (npm.status !== 0) fail('npm ci failed; its message is above. Check the network and the free disk space.');
  writeFileSync(marker, `${wanted}\n`);
}

function runTask() {
  const path = `${join(root, 'node_modules', '.bin')}:${process.env.PATH ?? ''}`;
  const child = spawn(node, [join(root, script), ...rest], {
    stdio: 'inherit',
    // npm leaves its own settings in the environment; nested npm calls would take them for the user's.
    env: { ...process.env, PATH: path },
  });
  child.on('error', (error) => fail(`The task could not be started: ${error.message}`));
  // A terminal sends Ctrl-C to the whole group; the task ends by itself, and this process waits for it.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
