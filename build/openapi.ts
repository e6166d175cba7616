// Prints the OpenAPI document of the reading service on standard output, and nothing else there.

import { readFile } from 'node:fs/promises';
import { createOpenApi } from '../api/openapi.ts';

// A reader that has seen enough (`| head`) closes the pipe; that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
process.stdout.write(`${JSON.stringify(createOpenApi({ version }), null, 2)}\n`);
