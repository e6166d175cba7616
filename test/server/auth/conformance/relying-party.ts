// A client of the authorization server for the certification modules: asks for authorization in each response type and
// mode, reads the answer, exchanges codes and checks ID tokens by the rules of OpenID Connect Core. The test is the login
// and consent provider itself.

import { createHash, randomUUID } from 'node:crypto';
import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';
import { expect } from 'vitest';
import type { Browser } from '../../accounts/browser.ts';
import type { House } from '../../accounts/house.ts';
import { browserAt, type Decisions, type Reply, type Walk, walk } from '../authorize.ts';
import { personClaims } from './person.ts';
import type { Variant } from './plan.ts';

export const callback = 'https://rp.example/callback';

export interface Credentials {
  id: string;
  secret: string;
  method: 'client_secret_basic' | 'client_secret_post';
}

/** What came back to the client, with the request that it answers. */
export interface Answer extends Walk {
  params: Record<string, string>;
  /** How it came: in the query, the fragment or a form; `page` never reached the client. */
  mode: 'query' | 'fragment' | 'form_post' | 'page';
  nonce: string | undefined;
}

export interface Tokens {
  access_token: string;
  id_token: string;
  refresh_token?: string;
  [name: string]: unknown;
}

export class RelyingParty {
  readonly house: House;
  readonly variant: Variant;
  readonly #client: Credentials;
  readonly #keys: JSONWebKeySet;

  constructor(house: House, variant: Variant, client: Credentials, keys: JSONWebKeySet) {
    this.house = house;
    this.variant = variant;
    this.#client = client;
    this.#keys = keys;
  }

  get clientId(): string {
    return this.#client.id;
  }

  returns(what: 'code' | 'id_token' | 'token'): boolean {
    return this.variant.responseType.split(' ').includes(what);
  }

  get hasAccessToken(): boolean {
    return this.returns('code') || this.returns('token');
  }

  /** An undefined parameter is left out. */
  url(change: Record<string, string | undefined> = {}): URL {
    const { responseType, responseMode } = this.variant;
    const url = new URL(`${this.house.issuer}oauth2/auth`);
    const all = {
      client_id: this.clientId,
      redirect_uri: callback,
      response_type: responseType,
      response_mode: responseMode === 'default' ? undefined : responseMode,
      scope: 'openid',
      state: randomUUID(),
      nonce: randomUUID(),
      ...change,
    };
    for (const [name, value] of Object.entries(all)) if (value !== undefined) url.searchParams.set(name, value);
    return url;
  }

  async ask(url: URL, browser: Browser = browserAt(this.house), decisions: Decisions = {}): Promise<Answer> {
    const way = await walk(this.house, url, { login: logIn, consent: agree, ...decisions }, browser);
    return { ...way, ...readAnswer(way), nonce: url.searchParams.get('nonce') ?? undefined };
  }

  /** Asks, and holds the answer against the request: nothing but what was asked for, in the way it was asked for. */
  async authorize(change: Record<string, string | undefined> = {}, browser?: Browser): Promise<Answer> {
    const url = this.url(change);
    return this.checkAnswer(url, await this.ask(url, browser));
  }

  checkAnswer(url: URL, answer: Answer): Answer {
    const { responseType, responseMode } = this.variant;
    const byDefault = responseType === 'code' ? 'query' : 'fragment';
    expect(answer.params.error_description ?? '').toBe('');
    expect(answer.mode).toBe(responseMode === 'default' ? byDefault : responseMode);
    expect(answer.params.state).toBe(url.searchParams.get('state'));
    expect('code' in answer.params).toBe(this.returns('code'));
    expect('id_token' in answer.params).toBe(this.returns('id_token'));
    expect('access_token' in answer.params).toBe(this.returns('token'));
    if (!this.returns('id_token')) expect(answer.params.iss).toBe(this.house.issuer);
    if (this.returns('token')) {
      expect(answer.params.token_type).toBe('Bearer');
      expect(Number(answer.params.expires_in)).toBeGreaterThan(0);
    }
    return answer;
  }

  token(fields: Record<string, string>): Promise<Reply> {
    return this.#post('oauth2/token', fields);
  }

  redeem(answer: Answer, more: Record<string, string> = {}): Promise<Reply> {
    const code = answer.params.code ?? '';
    return this.token({ grant_type: 'authorization_code', code, redirect_uri: callback, ...more });
  }

  /** All tokens of an answer: those that came with it, else those that its code gives. */
  async tokens(answer: Answer, more: Record<string, string> = {}): Promise<Tokens> {
    if (!this.returns('code')) return answer.params as unknown as Tokens;
    const { status, body } = await this.redeem(answer, more);
    expect(body.error_description ?? '').toBe('');
    expect(status).toBe(200);
    return body as unknown as Tokens;
  }

  /** The claims of every ID token of the answer, checked; those of the token endpoint win. */
  async claims(answer: Answer, tokens: Tokens): Promise<JWTPayload> {
    const { code, access_token: accessToken, id_token: idToken } = answer.params;
    const front = idToken && (await this.checkIdToken(idToken, answer.nonce, { accessToken, code }));
    if (!this.returns('code')) return front as JWTPayload;
    const back = await this.checkIdToken(tokens.id_token, answer.nonce, { accessToken: tokens.access_token });
    if (front) expect([front.sub, front.iss, front.auth_time]).toEqual([back.sub, back.iss, back.auth_time]);
    return back;
  }

  async checkIdToken(
    idToken: string,
    nonce: string | undefined,
    bound: { accessToken?: string | undefined; code?: string | undefined },
  ): Promise<JWTPayload> {
    const { payload, protectedHeader } = await jwtVerify(idToken, createLocalJWKSet(this.#keys), {
      issuer: this.house.issuer,
      audience: this.clientId,
      algorithms: ['RS256'],
      requiredClaims: ['sub', 'iat', 'exp', 'auth_time', 'sid'],
      currentDate: new Date(),
    });
    expect(protectedHeader.kid).toBeTypeOf('string');
    expect(payload.nonce).toBe(nonce);
    expect(payload.at_hash).toBe(bound.accessToken && halfHash(bound.accessToken));
    expect(payload.c_hash).toBe(bound.code && halfHash(bound.code));
    return payload;
  }

  async userinfo(init: RequestInit): Promise<Reply> {
    const response = await fetch(`${this.house.issuer}userinfo`, init);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  userinfoBy(token: string): Promise<Reply> {
    return this.userinfo({ headers: { authorization: `Bearer ${token}` } });
  }

  async #post(path: string, fields: Record<string, string>): Promise<Reply> {
    const { id, secret, method } = this.#client;
    const basic = method === 'client_secret_basic';
    const body = new URLSearchParams(basic ? fields : { ...fields, client_id: id, client_secret: secret });
    const headers: Record<string, string> = basic ? { authorization: `Basic ${btoa(`${id}:${secret}`)}` } : {};
    const response = await fetch(`${this.house.issuer}${path}`, { method: 'POST', headers, body });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }
}

/** A login provider that knows one person, and authenticates her in the class that is asked for. */
function logIn(request: Record<string, unknown>): object {
  const { acr_values: classes } = request.oidc_context as { acr_values: string[] };
  if (request.skip) return { subject: request.subject };
  return { subject: 'ada', remember: true, remember_for: 86_400, amr: ['pwd'], acr: classes[0] ?? '' };
}

/** A consent provider that grants what is asked for, and hands out the claims of the scopes and of the claims parameter. */
function agree(request: Record<string, unknown>): object {
  const scopes = request.requested_scope as string[];
  const parameter = new URL(String(request.request_url)).searchParams.get('claims');
  const asked = parameter ? (JSON.parse(parameter) as Record<string, object>) : {};
  const names = Object.values(asked).flatMap((claims) => Object.keys(claims));
  return { remember: true, session: { id_token: personClaims(scopes, names), access_token: {} } };
}

function readAnswer({ visit }: Walk): Pick<Answer, 'params' | 'mode'> {
  const { url, html } = visit;
  if (url.href.startsWith(callback)) {
    if (url.hash) return { params: Object.fromEntries(new URLSearchParams(url.hash.slice(1))), mode: 'fragment' };
    return { params: Object.fromEntries(url.searchParams), mode: 'query' };
  }
  if (html.includes(`action="${callback}"`)) {
    const inputs = html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
    return {
      params: Object.fromEntries([...inputs].map(([, name, value]) => [name, decodeHtml(value)])),
      mode: 'form_post',
    };
  }
  return { params: Object.fromEntries(url.searchParams), mode: 'page' };
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

function decodeHtml(text = ''): string {
  return text.replace(/&(\w+|#39);/g, (whole, name: string) => entities[name] ?? whole);
}

function halfHash(text: string): string {
  return createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url');
}
