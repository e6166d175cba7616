// The login and consent provider of a test, step by step: what `authorize.ts` does at once.

import type * as client from 'openid-client';
import { expect, vi } from 'vitest';
import type { Browser } from '../accounts/browser.ts';
import { codeRequest, type House } from '../accounts/house.ts';

export const loginPath = '/oauth2/auth/requests/login';
export const consentPath = '/oauth2/auth/requests/consent';
export const remembered = { login: { remember: true, remember_for: 600 }, consent: { remember: true } };

/** For the server and the test alike; to be taken back by `vi.useRealTimers`. */
export function passSeconds(count: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + count * 1000 });
}

export class Providers {
  readonly #house: House;
  readonly #config: client.Configuration;

  constructor(house: House, config: client.Configuration) {
    this.#house = house;
    this.#config = config;
  }

  /** Asks for authorization, and stops at the login page. */
  async challengeOf(browser: Browser, change: Record<string, string> = {}): Promise<string> {
    const { url } = await codeRequest(this.#config, change);
    return (await browser.open(url)).url.searchParams.get('login_challenge') ?? '';
  }

  async readLogin(challenge: string): Promise<Record<string, unknown>> {
    return (await this.#house.call('GET', `${loginPath}?login_challenge=${challenge}`)).body;
  }

  /** Where the browser goes on. */
  async acceptLogin(challenge: string, body: object): Promise<string> {
    const reply = await this.#house.call('PUT', `${loginPath}/accept?login_challenge=${challenge}`, body);
    expect(reply.body).toMatchObject({ redirect_to: expect.any(String) });
    return String(reply.body.redirect_to);
  }

  /** Goes on from the login, and stops at the consent page. */
  async consentAfter(browser: Browser, redirect: string): Promise<string> {
    return (await browser.open(redirect)).url.searchParams.get('consent_challenge') ?? '';
  }

  /** Both at once, with the person remembered; gives the consent's challenge. */
  async signIn(browser: Browser, challenge: string, subject: string): Promise<string> {
    return this.consentAfter(browser, await this.acceptLogin(challenge, { subject, remember: true }));
  }

  /** Grants `openid` and lets the browser go on; gives what the client hears. */
  async agree(browser: Browser, challenge: string): Promise<URLSearchParams> {
    const path = `${consentPath}/accept?consent_challenge=${challenge}`;
    const { body } = await this.#house.call('PUT', path, { grant_scope: ['openid'] });
    return (await browser.open(String(body.redirect_to))).url.searchParams;
  }
}
