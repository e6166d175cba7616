// A client that wants to know when people leave: it signs them in, hears of logouts by back channel on a server of its
// own, and signs them out. The test is the logout provider.

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLocalJWKSet, decodeJwt, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';
import { expect } from 'vitest';
import type { Browser, Visit } from '../accounts/browser.ts';
import type { House } from '../accounts/house.ts';
import { browserAt } from './authorize.ts';
import { callback, RelyingParty } from './conformance/relying-party.ts';

export const bye = 'https://rp.example/bye';

export interface SignedIn {
  browser: Browser;
  idToken: string;
  claims: JWTPayload;
  tokens: Record<string, unknown>;
}

export interface Left {
  visit: Visit;
  /** What the logout provider was shown; absent when nobody was asked. */
  request?: Record<string, unknown>;
  challenge?: string;
}

export type Params = Record<string, string | undefined>;

export class LogoutParty {
  readonly house: House;
  readonly rp: RelyingParty;
  readonly id: string;

  private constructor(house: House, id: string, rp: RelyingParty) {
    this.house = house;
    this.id = id;
    this.rp = rp;
  }

  static async register(house: House, id: string, change: object = {}): Promise<LogoutParty> {
    const { status, body } = await house.call('POST', '/clients', {
      client_id: id,
      redirect_uris: [callback],
      post_logout_redirect_uris: [bye],
      grant_types: ['authorization_code', 'refresh_token'],
      scope: 'openid offline_access profile',
      ...change,
    });
    expect(body.error_description ?? '').toBe('');
    expect(status).toBe(201);
    const keys = (await (await fetch(`${house.issuer}.well-known/jwks.json`)).json()) as JSONWebKeySet;
    const credentials = { id, secret: String(body.client_secret), method: 'client_secret_basic' as const };
    const variant = { responseType: 'code', responseMode: 'default' as const };
    return new LogoutParty(house, id, new RelyingParty(house, variant, credentials, keys));
  }

  async signIn(browser = browserAt(this.house), change: Params = {}): Promise<SignedIn> {
    const answer = await this.rp.authorize(change, browser);
    const tokens = await this.rp.tokens(answer);
    return { browser, idToken: tokens.id_token, claims: decodeJwt(tokens.id_token), tokens };
  }

  url(params: Params = {}): URL {
    const url = new URL(`${this.house.issuer}oauth2/sessions/logout`);
    for (const [name, value] of Object.entries(params)) if (value !== undefined) url.searchParams.set(name, value);
    return url;
  }

  /** Asks for a logout, answers as the provider where it is asked, and goes on to the end. */
  async leave(browser: Browser, params: Params = {}): Promise<Left> {
    return finishLogout(this.house, browser, await browser.open(this.url(params)));
  }
}

export async function finishLogout(house: House, browser: Browser, visit: Visit): Promise<Left> {
  const challenge = visit.url.searchParams.get('logout_challenge');
  if (!challenge) return { visit };
  const path = '/oauth2/auth/requests/logout';
  const { body: request } = await house.call('GET', `${path}?logout_challenge=${challenge}`);
  const { body } = await house.call('PUT', `${path}/accept?logout_challenge=${challenge}`);
  return { visit: await browser.open(String(body.redirect_to)), request, challenge };
}

/** Is anybody still signed in in the browser? */
export async function isSignedIn(party: LogoutParty, browser: Browser): Promise<boolean> {
  const answer = await party.rp.ask(party.rp.url({ prompt: 'none' }), browser);
  return answer.params.error !== 'login_required';
}

/** Hears logout tokens at `/logout`; `answer` decides the status of each. */
export class Ear {
  readonly heard: { token: string; type: string | undefined }[] = [];
  answer: () => number = () => 200;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(): Promise<Ear> {
    const ear: { it?: Ear } = {};
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      const form = new URLSearchParams(Buffer.concat(chunks).toString());
      ear.it?.heard.push({ token: form.get('logout_token') ?? '', type: request.headers['content-type'] });
      response.writeHead(ear.it?.answer() ?? 500, { location: `${ear.it?.uri}/elsewhere` }).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    ear.it = new Ear(server);
    return ear.it;
  }

  get uri(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/logout`;
  }

  /** The claims of everything heard, each checked as Back-Channel Logout 1.0, section 2.6 says. */
  async claims(house: House, audience: string): Promise<JWTPayload[]> {
    const keys = (await (await fetch(`${house.issuer}.well-known/jwks.json`)).json()) as JSONWebKeySet;
    const options = { issuer: house.issuer, audience, typ: 'logout+jwt', requiredClaims: ['iat', 'exp', 'jti'] };
    const all: JWTPayload[] = [];
    for (const { token, type } of this.heard) {
      expect(type).toBe('application/x-www-form-urlencoded');
      const { payload } = await jwtVerify(token, createLocalJWKSet(keys), options);
      expect(payload.events).toEqual({ 'http://schemas.openid.net/event/backchannel-logout': {} });
      expect(payload.nonce).toBeUndefined();
      expect(Number(payload.exp) - Number(payload.iat)).toBeLessThanOrEqual(120);
      all.push(payload);
    }
    return all;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
