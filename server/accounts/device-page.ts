// `/accounts/device`: the person enters or compares the code that a device shows, sees which device asks, and connects
// or refuses it. Signing in follows where needed.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../api/errors.ts';
import { type Accounts, requireToken } from './accounts.ts';
import { formTargets, query, readForm, sendPage } from './answer-page.ts';
import { beginAttempt, endAttempt, userCodeLimit } from './attempts.ts';
import type { WaitingDevice } from './authorization-admin.ts';
import { duration } from './duration.ts';
import { tokenField } from './form-token.ts';
import { html, page, problem } from './html.ts';

const path = '/accounts/device';

/** What the authorization server says when it sends a browser back. */
const problems = new Map([
  ['not_found', 'No device is waiting with that code. Compare it once more.'],
  ['expired', 'That code has expired. Let the device show a new one.'],
  ['used', 'That code was used already. Let the device show a new one.'],
  ['failed', 'The device could not be connected. Let it show a new code.'],
]);

interface Asked {
  challenge: string;
  code: string | undefined;
  problem?: string | undefined;
  status?: number;
}

export function serveDevice(app: FastifyInstance, accounts: Accounts): void {
  app.get(path, async (request, reply) => {
    const outcome = query(request, 'outcome');
    if (outcome === 'connected') return sendPage(reply, connected());
    if (outcome === 'refused') return sendPage(reply, refused());
    const challenge = query(request, 'device_challenge');
    // The authorization server has to know this browser first.
    if (!challenge) return reply.redirect(`${accounts.issuerUrl}oauth2/device/verify`, 303);
    const code = query(request, 'user_code');
    if (outcome || !code)
      return askCode(accounts, request, reply, { challenge, code, problem: problems.get(outcome ?? '') });
    return withinLimit(accounts, request, reply, { challenge, code }, () =>
      showDevice(accounts, request, reply, challenge, code),
    );
  });
  app.post(path, (request, reply) => decide(accounts, request, reply));
}

async function decide(accounts: Accounts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const form = readForm(request);
  requireToken(accounts, request, form[tokenField]);
  const challenge = form.device_challenge ?? '';
  const code = form.user_code?.trim();
  if (!code) {
    return askCode(accounts, request, reply, { challenge, code, problem: 'Enter the code.', status: 422 });
  }
  return withinLimit(accounts, request, reply, { challenge, code }, async () => {
    if (form.decision === 'connect') {
      return reply.redirect(await accounts.admin.accept('device', challenge, { user_code: code }), 303);
    }
    if (form.decision === 'refuse') {
      await accounts.admin.reject('device', challenge, { user_code: code });
      return sendPage(reply, refused());
    }
    return showDevice(accounts, request, reply, challenge, code);
  });
}

async function showDevice(
  accounts: Accounts,
  request: FastifyRequest,
  reply: FastifyReply,
  challenge: string,
  code: string,
): Promise<FastifyReply> {
  const { device } = await accounts.admin.read('device', challenge, { user_code: code });
  if (!device) throw new AppError('not_found');
  return confirm(accounts, request, reply, challenge, device);
}

/** Codes are short, so whatever is done with one is limited as passwords are. */
async function withinLimit(
  accounts: Accounts,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: { challenge: string; code: string },
  work: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const limits = [userCodeLimit(request.ip)];
  const seconds = await beginAttempt(accounts.database, limits);
  if (seconds > 0) {
    reply.header('retry-after', seconds);
    const text = `Too many attempts. Wait ${duration(seconds)} before the next one.`;
    return askCode(accounts, request, reply, { ...asked, problem: text, status: 429 });
  }
  try {
    const answer = await work();
    await endAttempt(accounts.database, limits);
    return answer;
  } catch (error) {
    // The challenge itself has to be alive; if it is not, the page of this service says so.
    await accounts.admin.read('device', asked.challenge);
    const outcome = error instanceof AppError ? outcomeOf(error) : undefined;
    if (outcome === undefined) throw error;
    return askCode(accounts, request, reply, { ...asked, problem: problems.get(outcome), status: 422 });
  }
}

function outcomeOf(error: AppError): string | undefined {
  if (error.code === 'not_found') return 'not_found';
  if (error.code === 'expired_token') return 'expired';
  return error.code === 'conflict' ? 'used' : undefined;
}

function askCode(accounts: Accounts, request: FastifyRequest, reply: FastifyReply, asked: Asked): FastifyReply {
  const token = accounts.tokens.issue(request, reply);
  const invalid = asked.problem !== undefined && html` aria-invalid="true" aria-describedby="problem"`;
  const content = html`
${problem(asked.problem, 'user_code')}
<form method="post" action="${path}">
<input type="hidden" name="${tokenField}" value="${token}">
<input type="hidden" name="device_challenge" value="${asked.challenge}">
<div class="field"><label for="user_code">Code shown on the device</label>
<input type="text" class="code" id="user_code" name="user_code" value="${asked.code ?? ''}" autocomplete="off"
 autocapitalize="characters" spellcheck="false" required maxlength="16" autofocus${invalid}>
<p class="hint">Eight letters, such as BDWP-HQPK.</p></div>
<button type="submit" class="first">Continue</button>
</form>`;
  return sendPage(reply, page('Connect a device', content, { failed: asked.problem !== undefined }), {
    status: asked.status ?? 200,
    formTargets: formTargets(accounts.issuerUrl, undefined),
  });
}

function confirm(
  accounts: Accounts,
  request: FastifyRequest,
  reply: FastifyReply,
  challenge: string,
  device: WaitingDevice,
): FastifyReply {
  const token = accounts.tokens.issue(request, reply);
  const name = device.client.client_name || device.client.client_id;
  const content = html`
<p>Compare the code with the one on the device. Connect it only if you hold it in your hands: it will read and write
in your account.</p>
<dl><dt>Code</dt><dd class="code">${device.user_code}</dd>
<dt>Application</dt><dd>${name}</dd>
${device.user_agent && html`<dt>Device</dt><dd>${device.user_agent}</dd>`}
${device.address && html`<dt>Asked from</dt><dd>${device.address}</dd>`}
<dt>Asked at</dt><dd><time datetime="${device.requested_at}">${device.requested_at.slice(11, 16)} UTC</time></dd></dl>
<form method="post" action="${path}">
<input type="hidden" name="${tokenField}" value="${token}">
<input type="hidden" name="device_challenge" value="${challenge}">
<input type="hidden" name="user_code" value="${device.user_code}">
<button type="submit" class="first" name="decision" value="connect">Connect this device</button>
<button type="submit" name="decision" value="refuse">This is not my device</button>
</form>`;
  return sendPage(reply, page('Connect this device?', content), {
    formTargets: formTargets(accounts.issuerUrl, device.client),
  });
}

function connected() {
  return page('The device is connected', html`<p>It goes on by itself in a few seconds. You can close this page.</p>`);
}

function refused() {
  return page('The device was refused', html`<p>It has no access. You can close this page.</p>`);
}
