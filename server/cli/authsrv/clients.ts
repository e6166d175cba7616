// `authsrv clients create|get|list|delete`: client management over the administrative listener.

import { parseArgs } from 'node:util';
import { StartError } from '../../base/start-error.ts';
import { callAdmin } from './call-admin.ts';

const endpoint = { endpoint: { type: 'string' } } as const;

export async function clients(verb: string | undefined, args: string[]): Promise<void> {
  if (verb === 'create') return create(args);
  if (verb === 'list') return list(args);
  if (verb === 'get' || verb === 'delete') return each(verb, args);
  throw new StartError('Say what to do: authsrv clients create|get|list|delete.');
}

async function create(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      ...endpoint,
      id: { type: 'string' },
      name: { type: 'string' },
      secret: { type: 'string' },
      callbacks: { type: 'string', short: 'c' },
      'grant-types': { type: 'string', short: 'g' },
      'response-types': { type: 'string', short: 'r' },
      scope: { type: 'string', short: 'a' },
      audience: { type: 'string' },
      'token-endpoint-auth-method': { type: 'string' },
      'post-logout-callbacks': { type: 'string' },
    },
  });
  const body = {
    client_id: values.id,
    client_name: values.name,
    client_secret: values.secret,
    redirect_uris: split(values.callbacks),
    grant_types: split(values['grant-types']),
    response_types: split(values['response-types']),
    scope: values.scope?.split(/[ ,]+/).join(' '),
    audience: split(values.audience),
    token_endpoint_auth_method: values['token-endpoint-auth-method'],
    post_logout_redirect_uris: split(values['post-logout-callbacks']),
  };
  print(await callAdmin(values.endpoint, 'POST', '/clients', body));
}

async function list(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { ...endpoint, limit: { type: 'string', default: '100' }, offset: { type: 'string', default: '0' } },
  });
  const query = new URLSearchParams({ limit: values.limit, offset: values.offset });
  print(await callAdmin(values.endpoint, 'GET', `/clients?${query}`));
}

async function each(verb: 'get' | 'delete', args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, options: endpoint, allowPositionals: true });
  if (positionals.length === 0) throw new StartError(`Name at least one client: authsrv clients ${verb} CLIENT_ID.`);
  for (const id of positionals) {
    const path = `/clients/${encodeURIComponent(id)}`;
    if (verb === 'get') print(await callAdmin(values.endpoint, 'GET', path));
    else {
      await callAdmin(values.endpoint, 'DELETE', path);
      process.stdout.write(`Deleted ${id}.\n`);
    }
  }
}

function split(text: string | undefined): string[] | undefined {
  return text
    ?.split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

function print(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}
