// `/accounts/password`: changes a password by means of the present one, and ends the person's other sign-ins.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../api/errors.ts';
import { type Accounts, requireToken } from './accounts.ts';
import { readForm, sendPage } from './answer-page.ts';
import { duration } from './duration.ts';
import { tokenField } from './form-token.ts';
import { html, page, problem } from './html.ts';
import { changePassword, checkPassword } from './users.ts';

const path = '/accounts/password';

interface Failure {
  text: string;
  field: 'name' | 'present' | 'new' | 'again';
  status: number;
}

export function servePassword(app: FastifyInstance, accounts: Accounts): void {
  app.get(path, async (request, reply) => show(accounts, request, reply, ''));
  app.post(path, async (request, reply) => {
    const form = readForm(request);
    requireToken(accounts, request, form[tokenField]);
    const outcome = await change(accounts, form, request.ip);
    if ('text' in outcome) return show(accounts, request, reply, form.name ?? '', outcome);
    const text = (await endSignIns(accounts, outcome.userId))
      ? 'Browsers that were signed in will ask for the new one. Devices that are connected stay connected.'
      : 'Browsers that were signed in still are, because the authorization server does not answer. To end that, change ' +
        'the password once more in a while.';
    return sendPage(reply, page('The password was changed', html`<p>${text}</p>`));
  });
}

/** False when that was not possible now; the password is another one by then, whatever comes of it. */
async function endSignIns(accounts: Accounts, subject: string): Promise<boolean> {
  try {
    await accounts.admin.endSessions({ subject });
    return true;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'upstream_unavailable') throw error;
    accounts.log.warn({ err: error, subject }, 'the password was changed, but the sign-ins could not be ended');
    return false;
  }
}

async function change(
  accounts: Accounts,
  form: Record<string, string | undefined>,
  address: string,
): Promise<Failure | { userId: string }> {
  const { name = '', present = '', new: wanted = '', again = '' } = form;
  if (name.trim() === '') return { text: 'Enter your name.', field: 'name', status: 422 };
  if (wanted !== again) return { text: 'The two new passwords differ.', field: 'again', status: 422 };
  const check = await checkPassword(accounts.database, { name, password: present, address });
  if ('refused' in check) {
    if (check.refused === 'wrong') return { text: 'The name or the password is wrong.', field: 'present', status: 422 };
    const text = `Too many attempts. Wait ${duration(check.seconds)} before the next one.`;
    return { text, field: 'present', status: 429 };
  }
  try {
    await changePassword(accounts.database, check.user.id, wanted);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'bad_argument') throw error;
    return { text: error.message, field: 'new', status: 422 };
  }
  return { userId: check.user.id };
}

function show(
  accounts: Accounts,
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  failure?: Failure,
): FastifyReply {
  const token = accounts.tokens.issue(request, reply);
  const state = (field: Failure['field']) => {
    if (failure?.field === field) return html` aria-invalid="true" aria-describedby="problem" autofocus`;
    return field === 'name' && !failure && html` autofocus`;
  };
  const content = html`
${problem(failure?.text, failure?.field)}
<form method="post" action="${path}">
<input type="hidden" name="${tokenField}" value="${token}">
<div class="field"><label for="name">Name</label>
<input type="text" id="name" name="name" value="${name}" autocomplete="username" autocapitalize="none"
 spellcheck="false" required maxlength="64"${state('name')}></div>
<div class="field"><label for="present">Present password</label>
<input type="password" id="present" name="present" autocomplete="current-password" required
 maxlength="1024"${state('present')}></div>
<div class="field"><label for="new">New password</label>
<input type="password" id="new" name="new" autocomplete="new-password" required minlength="8"
 maxlength="1024"${state('new')}><p class="hint">At least 8 characters.</p></div>
<div class="field"><label for="again">New password, once more</label>
<input type="password" id="again" name="again" autocomplete="new-password" required minlength="8"
 maxlength="1024"${state('again')}></div>
<button type="submit" class="first">Change the password</button>
</form>`;
  return sendPage(reply, page('Change the password', content, { failed: failure !== undefined }), {
    status: failure?.status ?? 200,
  });
}
