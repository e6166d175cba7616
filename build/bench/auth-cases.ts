// What programs and browsers ask of the authorization server: machine tokens, introspection, refresh, and a whole
// sign-in with login, consent and code, in which the bench is the browser and the login and consent provider.

import { createHash } from 'node:crypto';
import type { Act } from './auth-load.ts';
import { expectStatus, headerOf, Wire, type WireReply, type WireRequest } from './wire.ts';

export interface AuthPlace {
  public: string;
  admin: string;
}

export interface AuthCase {
  action: string;
  /** Bytes of the answer whose bare counterpart stands beside it. */
  bytes(): number;
  /** Requests that one act consists of. */
  requests: number;
  act(caller: number): Promise<Act>;
  close(): void;
}

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const json = { 'content-type': 'application/json' };
const machine = { id: 'bench-machine', secret: 'a-generated-secret-of-the-bench-0123456789' };
const app = { id: 'bench-app', redirect: 'http://127.0.0.1/callback' };
const verifier = 'a-verifier-of-the-bench-that-is-long-enough-for-the-rules';
const challenge = createHash('sha256').update(verifier).digest('base64url');
const basic = { authorization: `Basic ${Buffer.from(`${machine.id}:${machine.secret}`).toString('base64')}` };

/** The clients in whose name the bench asks; the machine's secret is one that the server made. */
export async function makeClients(admin: string): Promise<void> {
  const create = async (body: object) => {
    const reply = await fetch(`${admin}/clients`, { method: 'POST', headers: json, body: JSON.stringify(body) });
    if (reply.status !== 201) throw new Error(`A client could not be made: ${await reply.text()}`);
    return (await reply.json()) as { client_secret?: string };
  };
  const made = await create({
    client_id: machine.id,
    grant_types: ['client_credentials'],
    response_types: [],
    redirect_uris: [],
    scope: 'books.*',
    audience: ['https://api.example/'],
  });
  machine.secret = made.client_secret ?? '';
  basic.authorization = `Basic ${Buffer.from(`${machine.id}:${machine.secret}`).toString('base64')}`;
  await create({
    client_id: app.id,
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    redirect_uris: [app.redirect],
    scope: 'openid profile offline_access books.*',
    audience: ['https://api.example/'],
  });
}

export function makeCases(places: readonly AuthPlace[]): AuthCase[] {
  return [
    machineTokens(places),
    introspection(places),
    refreshes(places, 'refresh', 'books.read offline_access'),
    refreshes(places, 'refresh with id_token', 'openid offline_access'),
    signIns(places),
  ];
}

function placeOf(places: readonly AuthPlace[], caller: number): AuthPlace {
  return places[caller % places.length] as AuthPlace;
}

/** Keeps what must be closed, and the size of the last answer. */
class Lines {
  bytes = 0;
  readonly #wires: Wire[] = [];

  async open(origin: string): Promise<(request: WireRequest, status: number) => Promise<WireReply>> {
    const wire = await Wire.open(origin);
    this.#wires.push(wire);
    return async (request, status) => {
      const reply = expectStatus(await wire.send(request), status, `${request.method} ${request.path}`);
      this.bytes = reply.body.length;
      return reply;
    };
  }

  close(): void {
    for (const wire of this.#wires.splice(0)) wire.close();
  }
}

function machineTokens(places: readonly AuthPlace[]): AuthCase {
  const lines = new Lines();
  const body = 'grant_type=client_credentials&scope=books.read&audience=https%3A%2F%2Fapi.example%2Fv1';
  return {
    action: 'client_credentials',
    requests: 1,
    bytes: () => lines.bytes,
    close: () => lines.close(),
    async act(caller) {
      const send = await lines.open(placeOf(places, caller).public);
      return async () => {
        await send({ method: 'POST', path: '/oauth2/token', headers: { ...form, ...basic }, body }, 200);
      };
    },
  };
}

function introspection(places: readonly AuthPlace[]): AuthCase {
  const lines = new Lines();
  const tokens = 50;
  return {
    action: 'introspection',
    requests: 1,
    bytes: () => lines.bytes,
    close: () => lines.close(),
    async act(caller) {
      const { public: origin, admin } = placeOf(places, caller);
      const issue = await lines.open(origin);
      const send = await lines.open(admin);
      const bodies: string[] = [];
      for (let n = 0; n < tokens; n++) {
        const body = 'grant_type=client_credentials&scope=books.read';
        const reply = await issue({ method: 'POST', path: '/oauth2/token', headers: { ...form, ...basic }, body }, 200);
        bodies.push(`token=${(JSON.parse(reply.body) as { access_token: string }).access_token}`);
      }
      let n = 0;
      return async () => {
        const body = bodies[n++ % tokens] ?? '';
        const reply = await send({ method: 'POST', path: '/oauth2/introspect', headers: form, body }, 200);
        if (!reply.body.startsWith('{"active":true')) throw new Error(`A good token is told to be bad: ${reply.body}`);
      };
    },
  };
}

function refreshes(places: readonly AuthPlace[], action: string, scope: string): AuthCase {
  const lines = new Lines();
  return {
    action,
    requests: 1,
    bytes: () => lines.bytes,
    close: () => lines.close(),
    async act(caller) {
      const place = placeOf(places, caller);
      const send = await lines.open(place.public);
      let { refresh_token: token } = await signIn(send, await lines.open(place.admin), scope, caller);
      return async () => {
        const body = `grant_type=refresh_token&client_id=${app.id}&refresh_token=${token}`;
        const reply = await send({ method: 'POST', path: '/oauth2/token', headers: form, body }, 200);
        token = (JSON.parse(reply.body) as { refresh_token: string }).refresh_token;
      };
    },
  };
}

function signIns(places: readonly AuthPlace[]): AuthCase {
  const lines = new Lines();
  return {
    action: 'sign-in',
    requests: 8,
    bytes: () => lines.bytes,
    close: () => lines.close(),
    async act(caller) {
      const place = placeOf(places, caller);
      const [send, administer] = [await lines.open(place.public), await lines.open(place.admin)];
      let n = 0;
      return async () => {
        await signIn(send, administer, 'openid offline_access', caller * 1_000_000 + n++);
      };
    },
  };
}

type Send = (request: WireRequest, status: number) => Promise<WireReply>;

/** A browser without cookies signs in: eight requests, as a login and consent provider makes them. */
async function signIn(send: Send, administer: Send, scope: string, n: number): Promise<{ refresh_token: string }> {
  const jar = new Map<string, string>();
  const go = async (address: string) => {
    const url = new URL(address, 'http://localhost');
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { accept: 'text/html', ...(cookie ? { cookie } : {}) };
    const reply = expectStatus(
      await send({ method: 'GET', path: url.pathname + url.search, headers }, 303),
      303,
      address,
    );
    for (const [, name = '', value = ''] of reply.head.matchAll(/^set-cookie: ([^=]+)=([^;]*)/gim)) {
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return new URL(headerOf(reply, 'location') ?? '');
  };
  const decide = async (kind: string, address: URL, answer: (asked: Record<string, unknown>) => object) => {
    const query = `${kind}_challenge=${address.searchParams.get(`${kind}_challenge`)}`;
    const path = `/oauth2/auth/requests/${kind}`;
    const asked = JSON.parse((await administer({ method: 'GET', path: `${path}?${query}` }, 200)).body);
    const body = JSON.stringify(answer(asked));
    const reply = await administer({ method: 'PUT', path: `${path}/accept?${query}`, headers: json, body }, 200);
    return (JSON.parse(reply.body) as { redirect_to: string }).redirect_to;
  };
  const query = new URLSearchParams({
    ...{ response_type: 'code', client_id: app.id, redirect_uri: app.redirect, scope },
    ...{ state: 'a-state-of-the-bench', code_challenge: challenge, code_challenge_method: 'S256' },
    audience: 'https://api.example/v1',
  });
  const login = await go(`/oauth2/auth?${query}`);
  const consent = await go(await decide('login', login, () => ({ subject: `person-${n}` })));
  const accepted = await decide('consent', consent, (asked) => ({
    grant_scope: asked.requested_scope,
    grant_access_token_audience: asked.requested_access_token_audience,
    session: { id_token: { name: 'A person' }, access_token: { role: 'reader' } },
  }));
  const code = (await go(accepted)).searchParams.get('code') ?? '';
  const body = new URLSearchParams({
    ...{ grant_type: 'authorization_code', client_id: app.id, code },
    ...{ redirect_uri: app.redirect, code_verifier: verifier },
  }).toString();
  const reply = await send({ method: 'POST', path: '/oauth2/token', headers: form, body }, 200);
  return JSON.parse(reply.body) as { refresh_token: string };
}
