// Pages that this server shows itself where no provider page is configured, and for errors that may not be sent to a
// client. They help whoever sets the provider up; everything that came with the request is escaped.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Html, html, sendPage } from './html-page.ts';

export const fallbackPaths = {
  login: '/oauth2/fallbacks/login',
  consent: '/oauth2/fallbacks/consent',
  logout: '/oauth2/fallbacks/logout',
  device: '/oauth2/fallbacks/device',
  error: '/oauth2/fallbacks/error',
  loggedOut: '/oauth2/fallbacks/logout/callback',
} as const;

type Query = FastifyRequest<{ Querystring: Record<string, unknown> }>;
type Kind = 'login' | 'consent' | 'logout' | 'device';

interface MissingPage {
  title: string;
  variable: string;
  /** What the page has to find out. */
  task: string;
  accept: string;
}

const missing: Record<Kind, MissingPage> = {
  login: {
    title: 'The sign-in page is not configured',
    variable: 'OAUTH2_LOGIN_URL',
    task: 'finds out who the person is, unless "skip" says that it is known',
    accept: '{"subject": "the person’s id"}',
  },
  consent: {
    title: 'The consent page is not configured',
    variable: 'OAUTH2_CONSENT_URL',
    task: 'asks the person for the requested scopes, unless "skip" says that they agreed before',
    accept: '{"grant_scope": ["openid"], "grant_access_token_audience": []}',
  },
  logout: {
    title: 'The sign-out page is not configured',
    variable: 'OAUTH2_LOGOUT_URL',
    task: 'asks the person whether to sign out',
    accept: '{}',
  },
  device: {
    title: 'The device page is not configured',
    variable: 'OAUTH2_DEVICE_URL',
    task: 'asks the person for the code that their device shows',
    accept: '{"user_code": "ABCD-EFGH"}',
  },
};

const challengeShape = /^[A-Za-z0-9_-]{1,128}$/;

/** `admin`: where the administrative listener is, as a developer on this machine would write it. */
export function serveFallbackPages(app: FastifyInstance, admin: string): void {
  for (const kind of Object.keys(missing) as Kind[]) {
    app.get(fallbackPaths[kind], (request: Query, reply) => {
      const { title } = missing[kind];
      // The device page is also where somebody ends whose device was connected.
      if (kind === 'device' && request.query.outcome === 'connected') {
        return sendPage(reply, 200, 'Connected', html`<p>Your device is connected. You can close this page.</p>`);
      }
      return sendPage(reply, 501, title, instructions(kind, request.query[`${kind}_challenge`], admin));
    });
  }
  app.get(fallbackPaths.loggedOut, (_request, reply) =>
    sendPage(reply, 200, 'Signed out', html`<p>You are signed out in this browser.</p>`),
  );
  app.get(fallbackPaths.error, (request: Query, reply) =>
    sendPage(reply, 400, 'The request failed', failure(request.query)),
  );
}

function instructions(kind: Kind, challenge: unknown, admin: string): Html {
  const { variable, task, accept } = missing[kind];
  const known = typeof challenge === 'string' && challengeShape.test(challenge) ? challenge : undefined;
  const address = `${admin}/oauth2/auth/requests/${kind}`;
  const query = `${kind}_challenge=${known ?? 'CHALLENGE'}`;
  return html`<p>An application asked for something that a person has to decide, and this server leaves that to a page
of its provider. Whoever runs this server has to set <code>${variable}</code> to the page’s address.</p>
${known ? html`<dl><dt>Challenge</dt><dd><code>${known}</code></dd></dl>` : html``}
<h2>What the page does</h2>
<ol>
<li>It takes <code>${kind}_challenge</code> from its address and reads the request from the administrative listener:
<pre>curl '${address}?${query}'</pre></li>
<li>It ${task}.</li>
<li>It accepts the request, or rejects it by <code>/reject</code> instead:
<pre>curl -X PUT '${address}/accept?${query}' \\
  -H 'Content-Type: application/json' -d '${accept}'</pre></li>
<li>It sends the browser to the <code>redirect_to</code> of the reply.</li>
</ol>
<p>To try it out without a page, run these commands and open <code>redirect_to</code> in this browser.</p>`;
}

function failure(query: Record<string, unknown>): Html {
  const text = (name: string) => (typeof query[name] === 'string' ? query[name].slice(0, 2_000) : '');
  const rows = [
    ['Error', text('error')],
    ['Description', text('error_description')],
    ['Hint', text('error_hint')],
    ['Details', text('error_debug')],
  ].filter(([, value]) => value !== '');
  const list = rows.map(([name = '', value = '']) => html`<dt>${name}</dt><dd>${value}</dd>`);
  return html`<p>The application that sent you here made a mistake, or took too long. Go back to it and try again; if that
does not help, tell its operators what is written here.</p>
<dl>${list}</dl>
<p>Whoever runs this server can show a page of their own here: <code>OAUTH2_ERROR_URL</code>.</p>`;
}
