// A client that asks for anything in any words, for the tests of attacks: one server in memory, clients of every kind, and
// requests whose parameters are written one by one. The test is the login and consent provider itself.

import { createHash } from 'node:crypto';
import type { AccountTables } from '../../../../server/accounts/tables.ts';
import type { AuthSettings } from '../../../../server/auth/settings/settings.ts';
import type { AuthTables } from '../../../../server/auth/storage/tables.ts';
import { openDatabase } from '../../../../server/base/database/database.ts';
import { type House, openHouse, clientId as reader, registerReader } from '../../accounts/house.ts';
import { authorize, browserAt, type Decisions, introspect } from '../authorize.ts';

export { reader };
export const callback = 'https://rp.example/callback';
export const loopback = 'http://127.0.0.1/callback';
export const verifier = 'v'.repeat(43);

export interface Posted {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

/** Where an authorization ended: at the client, or at a page of this server. */
export interface Ended {
  /** Without query and fragment. */
  at: string;
  params: Record<string, string>;
}

export interface Tokens {
  access_token: string;
  refresh_token: string;
  id_token: string;
}

/** An absent value leaves the parameter out; several send it several times. */
export type Params = Record<string, string | readonly string[] | undefined>;

export function challengeOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

export class Party {
  readonly house: House;
  readonly #secrets = new Map<string, string>();

  private constructor(house: House) {
    this.house = house;
  }

  /** `web` and `other` have secrets, `front` gets tokens from the authorization endpoint, the reader has no secret. */
  static async open(change: Partial<AuthSettings> = {}): Promise<Party> {
    const party = new Party(await openHouse(await openDatabase<AuthTables & AccountTables>('memory'), change));
    await registerReader(party.house);
    const grant_types = ['authorization_code', 'refresh_token', 'client_credentials'];
    for (const client_id of ['web', 'other']) await party.register({ client_id, grant_types });
    await party.register({
      client_id: 'front',
      grant_types: ['authorization_code', 'implicit', 'refresh_token'],
      response_types: [
        'code',
        'token',
        'id_token',
        'id_token token',
        'code id_token',
        'code token',
        'code id_token token',
      ],
    });
    return party;
  }

  async register(client: Record<string, unknown>): Promise<Posted['body']> {
    const scope = 'openid profile offline_access';
    const all = { redirect_uris: [callback], scope, audience: ['octavo'], ...client };
    const { status, body } = await this.house.call('POST', '/clients', all);
    if (status !== 201) throw new Error(JSON.stringify(body));
    this.#secrets.set(String(body.client_id), String(body.client_secret ?? ''));
    return body;
  }

  async close(): Promise<void> {
    await this.house.close();
    await this.house.database.close();
  }

  /** A right request of the client, changed. */
  url(change: Params = {}, client_id = 'web'): URL {
    const isReader = client_id === reader;
    const url = new URL(`${this.house.issuer}oauth2/auth`);
    const all: Params = {
      client_id,
      response_type: 'code',
      redirect_uri: isReader ? loopback : callback,
      scope: 'openid offline_access',
      state: 'a state that is long enough',
      nonce: 'a nonce of this request',
      ...(isReader ? { code_challenge: challengeOf(verifier), code_challenge_method: 'S256' } : {}),
      ...change,
    };
    for (const [name, value] of Object.entries(all)) {
      for (const each of value === undefined ? [] : [value].flat()) url.searchParams.append(name, each);
    }
    return url;
  }

  async ask(url: URL, decisions: Decisions = {}, browser = browserAt(this.house)): Promise<Ended> {
    const end = await authorize(this.house, url, decisions, browser);
    const params = { ...entries(end.search), ...entries(end.hash.slice(1)) };
    return { at: end.origin === 'null' ? end.href : end.origin + end.pathname, params };
  }

  async code(change: Params = {}, client_id = 'web', decisions: Decisions = {}): Promise<string> {
    const { at, params } = await this.ask(this.url(change, client_id), decisions);
    if (params.code === undefined) throw new Error(`No code at ${at}: ${JSON.stringify(params)}`);
    return params.code;
  }

  /** As the client, with its secret where it has one. */
  async token(fields: Params, client_id = 'web'): Promise<Posted> {
    const secret = this.#secrets.get(client_id);
    if (!secret) return this.post('oauth2/token', { client_id, ...fields });
    return this.post('oauth2/token', fields, { authorization: basic(client_id, secret) });
  }

  redeem(code: string, change: Params = {}, client_id = 'web'): Promise<Posted> {
    const own = client_id === reader ? { redirect_uri: loopback, code_verifier: verifier } : { redirect_uri: callback };
    return this.token({ grant_type: 'authorization_code', code, ...own, ...change }, client_id);
  }

  refresh(refresh_token: string, client_id = 'web', change: Params = {}): Promise<Posted> {
    return this.token({ grant_type: 'refresh_token', refresh_token, ...change }, client_id);
  }

  async tokens(client_id = 'web', decisions: Decisions = {}): Promise<Tokens> {
    const { status, body } = await this.redeem(await this.code({}, client_id, decisions), {}, client_id);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body as unknown as Tokens;
  }

  authorizationOf(client_id: string): Record<string, string> {
    return { authorization: basic(client_id, this.#secrets.get(client_id) ?? '') };
  }

  async post(path: string, fields: Params | string, headers: Record<string, string> = {}): Promise<Posted> {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = typeof fields === 'string' ? fields : form(fields);
    return read(await fetch(this.house.issuer + path, { method: 'POST', body, headers: { ...type, ...headers } }));
  }

  async userinfo(token: string): Promise<Posted> {
    const headers = { authorization: `Bearer ${token}` };
    return read(await fetch(`${this.house.issuer}userinfo`, { headers }));
  }

  async isActive(token: string): Promise<boolean> {
    return (await introspect(this.house, token)).active === true;
  }
}

export function basic(user: string, password: string): string {
  return `Basic ${btoa(`${encodeURIComponent(user)}:${encodeURIComponent(password)}`)}`;
}

function form(fields: Params): string {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const each of value === undefined ? [] : [value].flat()) body.append(name, each);
  }
  return body.toString();
}

async function read(response: Response): Promise<Posted> {
  const text = await response.text();
  const body = text.startsWith('{') ? (JSON.parse(text) as Posted['body']) : {};
  return { status: response.status, headers: response.headers, body };
}

function entries(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query));
}
