// `/accounts/signin`: asks for name and password on behalf of the authorization server, or lets a remembered person
// pass.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Accounts, requireToken } from './accounts.ts';
import { formTargets, query, readForm, sendPage } from './answer-page.ts';
import type { LoginRequest } from './authorization-admin.ts';
import { duration } from './duration.ts';
import { tokenField } from './form-token.ts';
import { html, page, problem } from './html.ts';
import { checkPassword, findUser } from './users.ts';

const path = '/accounts/signin';
const rememberedFor = 30 * 86_400;

interface Filled {
  name?: string | undefined;
  remember?: boolean;
  problem?: string;
  field?: string;
}

export function serveSignIn(app: FastifyInstance, accounts: Accounts): void {
  app.get(path, async (request, reply) => {
    const challenge = query(request, 'login_challenge');
    if (!challenge) return sendPage(reply, page('Sign in', nothingAsked()));
    const asked = await accounts.admin.read('login', challenge);
    if (asked.skip) return passRemembered(accounts, reply, asked);
    return show(accounts, request, reply, asked, { name: asked.oidc_context?.login_hint, remember: true });
  });
  app.post(path, (request, reply) => signIn(accounts, request, reply));
}

async function signIn(accounts: Accounts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const form = readForm(request);
  requireToken(accounts, request, form[tokenField]);
  const asked = await accounts.admin.read('login', form.login_challenge ?? '');
  const { name = '', password = '' } = form;
  const filled = { name, remember: form.remember === 'yes' };
  if (name.trim() === '' || password === '') {
    const field = name.trim() === '' ? 'name' : 'password';
    return show(accounts, request, reply.code(422), asked, { ...filled, problem: `Enter your ${field}.`, field });
  }
  const check = await checkPassword(accounts.database, { name, password, address: request.ip });
  if ('user' in check) {
    const redirect = await accounts.admin.accept('login', asked.challenge, {
      subject: check.user.id,
      remember: filled.remember,
      remember_for: rememberedFor,
      amr: ['pwd'],
    });
    return reply.redirect(redirect, 303);
  }
  if (check.refused === 'wait') {
    reply.code(429).header('retry-after', check.seconds);
    const text = `Too many attempts. Wait ${duration(check.seconds)} before the next one.`;
    return show(accounts, request, reply, asked, { ...filled, problem: text, field: 'password' });
  }
  const text = 'The name or the password is wrong.';
  return show(accounts, request, reply.code(422), asked, { ...filled, problem: text, field: 'password' });
}

async function passRemembered(accounts: Accounts, reply: FastifyReply, asked: LoginRequest): Promise<FastifyReply> {
  const user = await findUser(accounts.database, { id: asked.subject });
  if (user) return reply.redirect(await accounts.admin.accept('login', asked.challenge, { subject: user.id }), 303);
  // The account is gone, its session is not yet.
  await accounts.admin.endSessions({ subject: asked.subject });
  return reply.redirect(asked.request_url, 303);
}

function show(
  accounts: Accounts,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: LoginRequest,
  filled: Filled,
): FastifyReply {
  const token = accounts.tokens.issue(request, reply);
  const invalid = (field: string) => filled.field === field && html` aria-invalid="true" aria-describedby="problem"`;
  const focusPassword = filled.field === 'password' || (!filled.field && filled.name);
  const content = html`
${problem(filled.problem, filled.field)}
<p>${asked.client.client_name || asked.client.client_id} asks you to sign in.</p>
<form method="post" action="${path}">
<input type="hidden" name="${tokenField}" value="${token}">
<input type="hidden" name="login_challenge" value="${asked.challenge}">
<div class="field"><label for="name">Name</label>
<input type="text" id="name" name="name" value="${filled.name ?? ''}" autocomplete="username" autocapitalize="none"
 spellcheck="false" required maxlength="64"${invalid('name')}${!focusPassword && html` autofocus`}></div>
<div class="field"><label for="password">Password</label>
<input type="password" id="password" name="password" autocomplete="current-password" required
 maxlength="1024"${invalid('password')}${focusPassword && html` autofocus`}></div>
<div class="check"><input type="checkbox" id="remember" name="remember" value="yes"${filled.remember && html` checked`}>
<label for="remember">Stay signed in on this browser for 30 days</label></div>
<button type="submit" class="first">Sign in</button>
</form>
<p><a href="/accounts/password">Change the password</a></p>`;
  return sendPage(reply, page('Sign in', content, { failed: filled.problem !== undefined }), {
    status: reply.statusCode,
    formTargets: formTargets(accounts.issuerUrl, asked.client),
  });
}

function nothingAsked() {
  return html`<p>No application asked for a sign-in. Open Octavo and choose “Sign in” there.</p>
<p><a href="/accounts/device">Connect a device</a><br><a href="/accounts/password">Change the password</a></p>`;
}
