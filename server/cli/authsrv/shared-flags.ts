// The flags that every command takes, and those that several do.

import type { Command, Flag } from '../commands/command.ts';

const endpoints: Record<NonNullable<Command['endpoint']>, Flag> = {
  admin: {
    name: 'endpoint',
    value: 'URL',
    help: 'address of the administrative listener',
    environment: 'AUTHSRV_ADMIN_URL',
  },
  public: {
    name: 'endpoint',
    value: 'URL',
    help: 'address of the public listener, as the issuer says it',
    environment: 'OAUTH2_ISSUER_URL',
  },
  none: { name: 'endpoint', value: 'URL', help: 'accepted everywhere; this command calls no server' },
};

const everywhere: readonly Flag[] = [
  {
    name: 'access-token',
    value: 'TOKEN',
    help: 'bearer token for a gateway in front of the administrative listener',
    environment: 'OAUTH2_ACCESS_TOKEN',
    secret: true,
  },
  { name: 'format', value: 'FORMAT', help: 'how results are printed', choices: ['json', 'table'] },
  { name: 'help', short: 'h', help: 'explain the command' },
];

/** Beside the command's own. */
export function sharedFlags(command: Command): Flag[] {
  return [endpoints[command.endpoint ?? 'none'], ...everywhere];
}

export const clientCredentials: readonly Flag[] = [
  { name: 'client-id', value: 'ID', help: 'the client to act as', environment: 'OAUTH2_CLIENT_ID' },
  {
    name: 'client-secret',
    value: 'SECRET',
    help: 'its secret; none for a public client',
    environment: 'OAUTH2_CLIENT_SECRET',
    secret: true,
  },
];

export const authMethod: Flag = {
  name: 'token-endpoint-auth-method',
  value: 'METHOD',
  help: 'how the client authenticates; with a secret client_secret_basic unless told otherwise',
  choices: ['client_secret_basic', 'client_secret_post', 'none'],
};

export const configFile: Flag = {
  name: 'config',
  short: 'c',
  value: 'FILE',
  help: 'settings file: NAME=value lines, YAML or JSON',
  environment: 'AUTHSRV_CONFIG',
};

/** Names that the four token commands once used. */
export const formerCredentials = {
  id: 'Use --client-id or OAUTH2_CLIENT_ID.',
  secret: 'Use --client-secret or OAUTH2_CLIENT_SECRET.',
  scopes: 'Use --scope.',
} as const;
