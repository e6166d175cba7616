// Certification modules about the login itself: prompts, age, hints and what the login page is told.

import type { JWTPayload } from 'jose';
import { expect } from 'vitest';
import { browserAt } from '../authorize.ts';
import type { Module } from './modules.ts';
import type { Answer, RelyingParty } from './relying-party.ts';

interface Login {
  answer: Answer;
  claims: JWTPayload;
  idToken: string;
}

async function logIn(rp: RelyingParty, change: Record<string, string>, browser = browserAt(rp.house)): Promise<Login> {
  const answer = await rp.authorize(change, browser);
  const tokens = await rp.tokens(answer);
  return { answer, claims: await rp.claims(answer, tokens), idToken: tokens.id_token };
}

/** Twice in one browser, with some seconds in between. */
async function logInTwice(
  rp: RelyingParty,
  pause: () => void,
  second: (first: Login) => Record<string, string>,
): Promise<[Login, Login]> {
  const browser = browserAt(rp.house);
  const first = await logIn(rp, {}, browser);
  pause();
  return [first, await logIn(rp, second(first), browser)];
}

function asksAgain(parameters: Record<string, string>): Module {
  return async ({ rp, wait }) => {
    const pause = () => wait(2);
    const [first, second] = await logInTwice(rp, pause, () => parameters);
    expect(second.answer.login?.skip).toBe(false);
    expect(second.claims.sub).toBe(first.claims.sub);
    expect(Number(second.claims.auth_time)).toBeGreaterThan(Number(first.claims.auth_time));
  };
}

function asksNoMore(parameters: (first: Login) => Record<string, string>): Module {
  return async ({ rp, wait }) => {
    const pause = () => wait(2);
    const [first, second] = await logInTwice(rp, pause, parameters);
    expect([second.answer.login?.skip, second.answer.consent?.skip]).toEqual([true, true]);
    expect([second.claims.sub, second.claims.auth_time]).toEqual([first.claims.sub, first.claims.auth_time]);
  };
}

/** The login page hears of the parameter, and the flow succeeds. */
function tellsLoginPage(parameters: Record<string, string>, context: object): Module {
  return async ({ rp }) => {
    const { answer } = await logIn(rp, parameters);
    expect(answer.login?.oidc_context).toMatchObject(context);
  };
}

export const authenticationModules: Record<string, Module> = {
  'oidcc-prompt-login': asksAgain({ prompt: 'login' }),
  'oidcc-max-age-1': asksAgain({ max_age: '1' }),
  'oidcc-max-age-10000': asksNoMore(() => ({ max_age: '10000' })),
  'oidcc-prompt-none-logged-in': asksNoMore(() => ({ prompt: 'none' })),
  'oidcc-id-token-hint': asksNoMore(({ idToken }) => ({ prompt: 'none', id_token_hint: idToken })),

  'oidcc-prompt-none-not-logged-in': async ({ rp }) => {
    const url = rp.url({ prompt: 'none' });
    const answer = await rp.ask(url);
    expect(answer.params).toMatchObject({ error: 'login_required', state: url.searchParams.get('state') });
    expect(answer.mode).not.toBe('page');
  },

  'oidcc-display-page': tellsLoginPage({ display: 'page' }, { display: 'page' }),
  'oidcc-display-popup': tellsLoginPage({ display: 'popup' }, { display: 'popup' }),
  'oidcc-login-hint': tellsLoginPage({ login_hint: 'ada@example.org' }, { login_hint: 'ada@example.org' }),
  'oidcc-ui-locales': tellsLoginPage({ ui_locales: 'se sv' }, { ui_locales: ['se', 'sv'] }),

  'oidcc-claims-locales': async ({ rp }) => {
    const { answer } = await logIn(rp, { claims_locales: 'se' });
    expect(new URL(String(answer.consent?.request_url)).searchParams.get('claims_locales')).toBe('se');
  },

  'oidcc-ensure-request-with-acr-values-succeeds': async ({ rp }) => {
    const { answer, claims } = await logIn(rp, { acr_values: '1 2' });
    expect(answer.login?.oidc_context).toMatchObject({ acr_values: ['1', '2'] });
    expect(claims.acr).toBe('1');
  },
};
