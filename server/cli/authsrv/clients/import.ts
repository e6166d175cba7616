// `authsrv clients import`: registers the clients that JSON files describe. One that is refused does not keep the others
// from being registered.

import { StartError } from '../../../base/start-error.ts';
import type { Call, Command } from '../../commands/command.ts';
import { note, print } from '../../commands/print.ts';
import { parseJson, readFileOrInput } from '../../commands/read-input.ts';
import { Refused } from '../../commands/refused.ts';
import { callAdmin } from '../call-admin.ts';
import { clientColumns, clientPath } from './client-flags.ts';

type Client = Record<string, unknown>;

export const clientsImport: Command = {
  words: ['clients', 'import'],
  summary: 'register clients from JSON files',
  details:
    'A file holds one client or an array of them, as "clients get" and "clients list" print them, also those of earlier ' +
    'releases: "public" becomes token_endpoint_auth_method, "id" client_id. Files are read whole ' +
    'before the first client is registered. Prints what was registered, generated secrets included for this one time.',
  arguments: [{ name: 'FILE', several: true, help: 'JSON file; - is standard input' }],
  flags: [{ name: 'replace', help: 'replace clients that exist already; they are refused otherwise' }],
  endpoint: 'admin',
  examples: ['authsrv clients import clients.json', 'authsrv clients list | authsrv clients import - --endpoint URL'],
  async run(call) {
    const clients: Client[] = [];
    for (const path of call.arguments) {
      const where = path === '-' ? 'Standard input' : path;
      clients.push(...clientsIn(parseJson(await readFileOrInput(path, call.terminal.input), where), where));
    }
    const registered: unknown[] = [];
    const refused: string[] = [];
    for (const client of clients) {
      try {
        registered.push(await register(call, inPresentForm(client)));
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        refused.push(nameOf(client));
        note(call, `${nameOf(client)}: ${error.message}`);
      }
    }
    print(call, registered, { columns: [...clientColumns, 'client_secret'] });
    if (refused.length > 0) throw new Refused(`${refused.length} of ${clients.length} clients were not registered.`);
  },
};

function clientsIn(value: unknown, where: string): Client[] {
  const all = Array.isArray(value) ? value : [value];
  const wrong = all.findIndex((client) => typeof client !== 'object' || client === null || Array.isArray(client));
  if (wrong !== -1) throw new StartError(`${where} must hold a client or an array of clients, each a JSON object.`);
  if (all.length === 0) throw new StartError(`${where} holds no client.`);
  return all as Client[];
}

/** Clients of earlier releases said by a flag whether they are public, and had an `id`. */
function inPresentForm({ public: isPublic, ...client }: Client): Client {
  const method = client.token_endpoint_auth_method ?? (isPublic === true ? 'none' : undefined);
  const id = client.client_id ?? client.id;
  return {
    ...client,
    ...(method === undefined ? {} : { token_endpoint_auth_method: method }),
    ...(id === undefined ? {} : { client_id: id }),
    // Anything but a flag is refused by its name.
    ...(isPublic === undefined || typeof isPublic === 'boolean' ? {} : { public: isPublic }),
  };
}

async function register(call: Call, client: Client): Promise<unknown> {
  const id = client.client_id;
  if (call.isSet('replace') && typeof id === 'string') {
    const path = clientPath(id);
    const present = await callAdmin(call, 'GET', path).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Refused && error.status === 404) return false;
        throw error;
      },
    );
    if (present) return (await callAdmin(call, 'PUT', path, client)).value;
  }
  return (await callAdmin(call, 'POST', '/clients', client)).value;
}

function nameOf(client: Client): string {
  return String(client.client_id ?? client.id ?? client.client_name ?? 'a client without client_id');
}
