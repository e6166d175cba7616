// `authsrv swagger`: prints the description of both listeners' HTTP interface.

import type { Command } from '../commands/command.ts';
import { print } from '../commands/print.ts';
import { version } from './version.ts';

export const swaggerCommand: Command = {
  words: ['swagger'],
  summary: 'print the description of the HTTP interface, a Swagger 2.0 document',
  details: 'A server gives its own at /swagger.json of its administrative listener.',
  flags: [
    {
      name: 'resource-name-prefix',
      value: 'PREFIX',
      help: 'begins the names of resources; rn:authsrv unless told',
      environment: 'RESOURCE_NAME_PREFIX',
    },
  ],
  endpoint: 'none',
  examples: ['authsrv swagger > authsrv.json'],
  async run(call) {
    const { createSwagger } = await import('../../auth/description/swagger.ts');
    print(call, createSwagger(version, call.text('resource-name-prefix') ?? 'rn:authsrv'));
  },
};
