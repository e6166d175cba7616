// `/accounts/signout`: asks whether the person really wants to be signed out of this browser.

import type { FastifyInstance } from 'fastify';
import { type Accounts, requireToken } from './accounts.ts';
import { formTargets, query, readForm, sendPage } from './answer-page.ts';
import { tokenField } from './form-token.ts';
import { html, page } from './html.ts';
import { findUser } from './users.ts';

const path = '/accounts/signout';

export function serveSignOut(app: FastifyInstance, accounts: Accounts): void {
  app.get(path, async (request, reply) => {
    const challenge = query(request, 'logout_challenge');
    // The authorization server knows this browser's session; it sends the browser back here with a challenge.
    if (!challenge) return reply.redirect(`${accounts.issuerUrl}oauth2/sessions/logout`, 303);
    const asked = await accounts.admin.read('logout', challenge);
    const user = await findUser(accounts.database, { id: asked.subject });
    const token = accounts.tokens.issue(request, reply);
    const content = html`
<p>You are signed in as <strong>${user?.displayName ?? 'somebody whose account is gone'}</strong>.</p>
<form method="post" action="${path}">
<input type="hidden" name="${tokenField}" value="${token}">
<input type="hidden" name="logout_challenge" value="${challenge}">
<button type="submit" class="first" name="decision" value="sign out">Sign out</button>
<button type="submit" name="decision" value="stay">Stay signed in</button>
</form>`;
    return sendPage(reply, page('Sign out of this browser?', content), {
      formTargets: [
        ...formTargets(accounts.issuerUrl, undefined),
        'https:',
        'http://127.0.0.1:*',
        'http://localhost:*',
      ],
    });
  });
  app.post(path, async (request, reply) => {
    const form = readForm(request);
    requireToken(accounts, request, form[tokenField]);
    const challenge = form.logout_challenge ?? '';
    if (form.decision === 'sign out') return reply.redirect(await accounts.admin.accept('logout', challenge, {}), 303);
    await accounts.admin.reject('logout', challenge, {});
    return sendPage(reply, page('Still signed in', html`<p>Nothing was changed. You can close this page.</p>`));
  });
}
