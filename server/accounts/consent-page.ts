// `/accounts/consent`: shows who wants to do what in whose name, and carries the person's answer back. `profile` adds
// the display name to what the application learns.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Accounts, requireToken } from './accounts.ts';
import { formTargets, query, readForm, sendPage } from './answer-page.ts';
import type { ConsentRequest } from './authorization-admin.ts';
import { tokenField } from './form-token.ts';
import { html, page } from './html.ts';
import { findUser, type User } from './users.ts';

const path = '/accounts/consent';

const meanings = new Map([
  ['openid', 'know which account you use'],
  ['profile', 'know your display name'],
  ['offline', 'stay signed in until you sign it out'],
  ['offline_access', 'stay signed in until you sign it out'],
]);

export function serveConsent(app: FastifyInstance, accounts: Accounts): void {
  app.get(path, async (request, reply) => {
    const asked = await accounts.admin.read('consent', query(request, 'consent_challenge') ?? '');
    const user = await findUser(accounts.database, { id: asked.subject });
    if (!user) return startAgain(accounts, reply, asked);
    if (asked.skip) return reply.redirect(await agree(accounts, asked, user, false), 303);
    return show(accounts, request, reply, asked, user);
  });
  app.post(path, async (request, reply) => {
    const form = readForm(request);
    requireToken(accounts, request, form[tokenField]);
    const asked = await accounts.admin.read('consent', form.consent_challenge ?? '');
    const user = await findUser(accounts.database, { id: asked.subject });
    if (!user || form.decision === 'somebody else') return startAgain(accounts, reply, asked);
    if (form.decision === 'allow') {
      return reply.redirect(await agree(accounts, asked, user, form.remember === 'yes'), 303);
    }
    const refusal = { error: 'access_denied', error_description: 'The person refused.' };
    const redirect = await accounts.admin.reject('consent', asked.challenge, refusal);
    return redirect
      ? reply.redirect(redirect, 303)
      : sendPage(reply, page('Refused', html`<p>Nothing was shared.</p>`));
  });
}

async function agree(accounts: Accounts, asked: ConsentRequest, user: User, remember: boolean): Promise<string> {
  return accounts.admin.accept('consent', asked.challenge, consentAnswer(asked, user, remember));
}

/** Grants what was asked for. */
export function consentAnswer(
  asked: Pick<ConsentRequest, 'requested_scope' | 'requested_access_token_audience'>,
  user: { displayName?: string },
  remember: boolean,
): object {
  const named = user.displayName !== undefined && asked.requested_scope.includes('profile');
  const claims = named ? { name: user.displayName } : {};
  return {
    grant_scope: asked.requested_scope,
    grant_access_token_audience: asked.requested_access_token_audience,
    session: { id_token: claims, access_token: claims },
    remember,
    remember_for: 0,
  };
}

/** Forgets this browser's session and asks from the beginning. */
async function startAgain(accounts: Accounts, reply: FastifyReply, asked: ConsentRequest): Promise<FastifyReply> {
  await accounts.admin.endSessions({ sid: asked.login_session_id });
  return reply.redirect(asked.request_url, 303);
}

function show(
  accounts: Accounts,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: ConsentRequest,
  user: User,
): FastifyReply {
  const name = asked.client.client_name || asked.client.client_id;
  const wishes = [...new Set(asked.requested_scope.map((scope) => meanings.get(scope) ?? `use “${scope}”`))];
  const token = accounts.tokens.issue(request, reply);
  const content = html`
<p>You are signed in as <strong>${user.displayName}</strong>.</p>
<p>${name} wants to:</p>
<ul>${wishes.map((wish) => html`<li>${wish}</li>`)}</ul>
<form method="post" action="${path}">
<input type="hidden" name="${tokenField}" value="${token}">
<input type="hidden" name="consent_challenge" value="${asked.challenge}">
<div class="check"><input type="checkbox" id="remember" name="remember" value="yes" checked>
<label for="remember">Don’t ask again for ${name}</label></div>
<button type="submit" class="first" name="decision" value="allow">Allow</button>
<button type="submit" name="decision" value="refuse">Refuse</button>
<button type="submit" class="plain" name="decision" value="somebody else">I am not ${user.displayName}</button>
</form>`;
  return sendPage(reply, page(`Allow ${name}?`, content), {
    formTargets: formTargets(accounts.issuerUrl, asked.client),
  });
}
