// Calls the administrative listener for the command line; failures become one sentence.

import { StartError } from '../../base/start-error.ts';

export async function callAdmin(
  endpoint: string | undefined,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const base = endpoint ?? process.env.AUTHSRV_ADMIN_URL ?? 'http://127.0.0.1:4445';
  const url = URL.parse(path, base);
  if (!url) throw new StartError(`"${base}" is not an address; give --endpoint or set AUTHSRV_ADMIN_URL.`);
  let response: Response;
  try {
    response = await fetch(url, {
      method,
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(30_000),
    });
  } catch (cause) {
    throw new StartError(`The authorization server does not answer at ${base}; start it or give --endpoint.`, {
      cause,
    });
  }
  const text = await response.text();
  const reply: unknown = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : undefined;
  if (response.ok) return reply;
  const description = (reply as { error_description?: unknown } | undefined)?.error_description;
  throw new StartError(typeof description === 'string' ? description : `${base} answered ${response.status}.`);
}
