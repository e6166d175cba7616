// Sends pages with their security headers and reads their forms. Must not know what the pages say.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ClientOfRequest } from './authorization-admin.ts';
import type { Html } from './html.ts';

export interface PageOptions {
  status?: number;
  /** Beyond this service: where a submitted form may lead in the end. */
  formTargets?: readonly string[];
}

export function sendPage(reply: FastifyReply, content: Html, options: PageOptions = {}): FastifyReply {
  const targets = ["'self'", ...(options.formTargets ?? [])].join(' ');
  return reply
    .code(options.status ?? 200)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'self'; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`,
      // Without a referrer to itself, a browser names no origin in the form's request either.
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
    })
    .serializer((body: string) => body)
    .send(content.text);
}

/**
 * A form's answer is a chain of redirects over the authorization server to the client, and browsers hold the whole
 * chain to `form-action`.
 */
export function formTargets(issuerUrl: string, client: ClientOfRequest | undefined): string[] {
  const redirects = (client?.redirect_uris ?? []).flatMap((uri) => {
    const url = URL.parse(uri);
    if (!url) return [];
    if (url.protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)) {
      return [`http://${url.hostname}:*`];
    }
    return /^https?:$/.test(url.protocol) ? [url.origin] : [url.protocol];
  });
  return [...new Set([new URL(issuerUrl).origin, ...redirects])];
}

/** Fields of a form, each given once and not longer than any field of ours. */
export function readForm(request: FastifyRequest): Record<string, string | undefined> {
  const body = (request.body ?? {}) as Record<string, unknown>;
  const fields = Object.entries(body).filter(([, value]) => typeof value === 'string' && value.length <= 4096);
  return Object.fromEntries(fields) as Record<string, string>;
}

export function query(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Record<string, unknown>)[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
