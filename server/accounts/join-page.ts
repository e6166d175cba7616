// `/accounts/join`: whoever has an invitation makes their account here.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../api/errors.ts';
import { type Accounts, requireToken } from './accounts.ts';
import { query, readForm, sendPage } from './answer-page.ts';
import { beginAttempt, endAttempt, inviteLimit } from './attempts.ts';
import { duration } from './duration.ts';
import { tokenField } from './form-token.ts';
import { html, page, problem } from './html.ts';
import { claimInvite, isOpenInvite } from './invites.ts';
import { insertUser, makeUser } from './users.ts';

const path = '/accounts/join';

interface Failure {
  text: string;
  field: 'invite' | 'name' | 'password' | 'again';
  status: number;
}

type Form = Record<string, string | undefined>;

export function serveJoin(app: FastifyInstance, accounts: Accounts): void {
  app.get(path, async (request, reply) => {
    const invite = query(request, 'invite') ?? '';
    // Told at once, not when everything else was filled in.
    const failure = invite === '' ? undefined : await checkInvite(accounts, request, reply, invite);
    return show(accounts, request, reply, { invite }, failure);
  });
  app.post(path, async (request, reply) => {
    const form = readForm(request);
    requireToken(accounts, request, form[tokenField]);
    const failure =
      (await checkInvite(accounts, request, reply, form.invite ?? '')) ?? (await join(accounts, request, form));
    return failure ? show(accounts, request, reply, form, failure) : sendPage(reply, welcome(form.name ?? ''));
  });
}

/** Codes that nobody was given are limited by address, as passwords are. */
async function checkInvite(
  accounts: Accounts,
  request: FastifyRequest,
  reply: FastifyReply,
  invite: string,
): Promise<Failure | undefined> {
  if (invite.trim() === '') return { text: 'Enter the invitation.', field: 'invite', status: 422 };
  const limits = [inviteLimit(request.ip)];
  const seconds = await beginAttempt(accounts.database, limits);
  if (seconds > 0) {
    reply.header('retry-after', seconds);
    const text = `Too many attempts. Wait ${duration(seconds)} before the next one.`;
    return { text, field: 'invite', status: 429 };
  }
  if (!(await isOpenInvite(accounts.database, invite))) return notOpen;
  await endAttempt(accounts.database, limits);
  return undefined;
}

const notOpen: Failure = {
  text: 'This invitation is not valid, or not valid any more. Ask for a new one.',
  field: 'invite',
  status: 422,
};

/** The account, its place here and the use of the invitation come together or not at all. */
async function join(accounts: Accounts, request: FastifyRequest, form: Form): Promise<Failure | undefined> {
  const { invite = '', name = '', password = '', again = '' } = form;
  if (name.trim() === '') return { text: 'Choose a name.', field: 'name', status: 422 };
  if (password !== again) return { text: 'The two passwords differ.', field: 'again', status: 422 };
  try {
    const row = await makeUser({ name, password });
    await accounts.database.transaction(async (trx) => {
      const role = await claimInvite(trx, invite);
      const user = await insertUser(trx, row);
      await accounts.welcome(trx, user, role);
    });
    accounts.log.info({ name: row.name, address: request.ip }, 'an account was made by invitation');
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'gone') return notOpen;
    if (error.code === 'already_exists') return { text: error.message, field: 'name', status: 422 };
    if (error.code !== 'bad_argument') throw error;
    const field = error.details?.field === 'password' ? 'password' : 'name';
    return { text: error.message, field, status: 422 };
  }
}

function show(
  accounts: Accounts,
  request: FastifyRequest,
  reply: FastifyReply,
  form: Form,
  failure?: Failure,
): FastifyReply {
  const token = accounts.tokens.issue(request, reply);
  const asksCode = !form.invite || failure?.field === 'invite';
  const first = failure?.field ?? (asksCode ? 'invite' : 'name');
  const state = (field: Failure['field']) => {
    if (failure?.field === field) return html` aria-invalid="true" aria-describedby="problem" autofocus`;
    return field === first && html` autofocus`;
  };
  const code = asksCode
    ? html`<div class="field"><label for="invite">Invitation</label>
<input type="text" id="invite" name="invite" value="${form.invite ?? ''}" autocomplete="off" autocapitalize="none"
 spellcheck="false" required maxlength="64"${state('invite')}></div>`
    : html`<input type="hidden" name="invite" value="${form.invite}">`;
  const content = html`
${problem(failure?.text, failure?.field)}
<p>${asksCode ? 'With an invitation, you' : 'You'} can make an account here. Choose the name and the password that you will sign in with.</p>
<form method="post" action="${path}">
<input type="hidden" name="${tokenField}" value="${token}">
${code}
<div class="field"><label for="name">Name</label>
<input type="text" id="name" name="name" value="${form.name ?? ''}" autocomplete="username" autocapitalize="none"
 spellcheck="false" required maxlength="64"${state('name')}></div>
<div class="field"><label for="password">Password</label>
<input type="password" id="password" name="password" autocomplete="new-password" required minlength="8"
 maxlength="1024"${state('password')}><p class="hint">At least 8 characters.</p></div>
<div class="field"><label for="again">Password, once more</label>
<input type="password" id="again" name="again" autocomplete="new-password" required minlength="8"
 maxlength="1024"${state('again')}></div>
<button type="submit" class="first">Make the account</button>
</form>`;
  return sendPage(reply, page('Join', content, { failed: failure !== undefined }), { status: failure?.status ?? 200 });
}

function welcome(name: string) {
  return page(
    'Welcome',
    html`<p>Your account is made. Open Octavo, choose “Sign in”, and enter the name <b>${name.trim()}</b> and your password.</p>
<p><a href="/accounts/device">Connect a device</a></p>`,
  );
}
