// Pages that this server shows itself where no provider page is configured, and for errors that may not be sent to a
// client. Plain HTML without scripts; everything that came with the request is escaped.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export const fallbackPaths = {
  login: '/oauth2/fallbacks/login',
  consent: '/oauth2/fallbacks/consent',
  logout: '/oauth2/fallbacks/logout',
  device: '/oauth2/fallbacks/device',
  error: '/oauth2/fallbacks/error',
  loggedOut: '/oauth2/fallbacks/logout/callback',
} as const;

const missing = {
  [fallbackPaths.login]: ['The sign-in page is not configured', 'OAUTH2_LOGIN_URL'],
  [fallbackPaths.consent]: ['The consent page is not configured', 'OAUTH2_CONSENT_URL'],
  [fallbackPaths.logout]: ['The sign-out page is not configured', 'OAUTH2_LOGOUT_URL'],
  [fallbackPaths.device]: ['The device page is not configured', 'OAUTH2_DEVICE_URL'],
} as const;

export function serveFallbackPages(app: FastifyInstance): void {
  for (const [path, [title, variable]] of Object.entries(missing)) {
    app.get(path, (_request, reply) =>
      sendPage(reply, 501, title, `Whoever runs this server has to set ${variable} to the page's address.`),
    );
  }
  app.get(fallbackPaths.loggedOut, (_request, reply) =>
    sendPage(reply, 200, 'Signed out', 'You are signed out in this browser.'),
  );
  app.get(fallbackPaths.error, (request: FastifyRequest<{ Querystring: Record<string, unknown> }>, reply) => {
    const { error, error_description: description, error_hint: hint } = request.query;
    const title = typeof error === 'string' ? `The request failed: ${error}` : 'The request failed';
    const text = [description, hint].filter((part) => typeof part === 'string').join(' ');
    return sendPage(reply, 400, title, text || 'The application that sent you here made a mistake.');
  });
}

function sendPage(reply: FastifyReply, status: number, title: string, text: string): FastifyReply {
  return reply
    .status(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; base-uri 'none'")
    .header('cache-control', 'no-store')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>` +
        '<meta name="viewport" content="width=device-width, initial-scale=1"></head>' +
        `<body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p></main></body></html>`,
    );
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
