// All commands, in the order in which help shows them.

import { type Command, commandsOf, type Program, type ProgramCommand } from '../commands/command.ts';
import { completionCommand } from '../commands/completion-command.ts';
import { clientsCreate } from './clients/create.ts';
import { clientsDelete } from './clients/delete.ts';
import { clientsGet } from './clients/get.ts';
import { clientsImport } from './clients/import.ts';
import { clientsList } from './clients/list.ts';
import { clientsUpdate } from './clients/update.ts';
import { formerCommands } from './former.ts';
import { keysCreate } from './keys/create.ts';
import { keysDelete } from './keys/delete.ts';
import { keysGet } from './keys/get.ts';
import { keysImport } from './keys/import.ts';
import { keysRotate } from './keys/rotate.ts';
import { migrateSql } from './migrate.ts';
import { serveCommands } from './serve-commands.ts';
import { sharedFlags } from './shared-flags.ts';
import { swaggerCommand } from './swagger-command.ts';
import { tokenClient } from './token/client.ts';
import { tokenFlush } from './token/flush.ts';
import { tokenIntrospect } from './token/introspect.ts';
import { tokenRevoke } from './token/revoke.ts';
import { tokenUser } from './token/user.ts';
import { versionCommand } from './version-command.ts';

const others: readonly Command[] = [
  ...serveCommands,
  migrateSql,
  clientsCreate,
  clientsGet,
  clientsList,
  clientsUpdate,
  clientsDelete,
  clientsImport,
  keysCreate,
  keysGet,
  keysImport,
  keysDelete,
  keysRotate,
  tokenUser,
  tokenClient,
  tokenIntrospect,
  tokenRevoke,
  tokenFlush,
  swaggerCommand,
  versionCommand,
];

const authsrv: Program = {
  name: 'authsrv',
  title: 'authorization server for OAuth 2.0 and OpenID Connect',
  flags: sharedFlags,
  exitCodes: '0 done; 1 the server refused or could not be reached; 2 the command or a setting is wrong',
  former: formerCommands,
};

export const commands: readonly ProgramCommand[] = commandsOf(authsrv, [
  ...others,
  completionCommand(authsrv.name, () => commands),
]);
