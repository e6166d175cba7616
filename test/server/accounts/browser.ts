// A browser without JavaScript for tests: keeps cookies, follows redirects on this machine's services, fills in forms.

import { CookieJar } from '../../../server/accounts/cookie-jar.ts';

export interface Visit {
  url: URL;
  status: number;
  headers: Headers;
  html: string;
}

export class Browser {
  readonly #jar = new CookieJar();
  /** Origins that answer; any other is where the client listens. */
  readonly #origins: readonly string[];

  constructor(origins: readonly string[]) {
    this.#origins = origins.map((origin) => new URL(origin).origin);
  }

  /** Goes there and on, until a page is shown or the client's own address is reached. */
  async open(address: string | URL, init: RequestInit = {}): Promise<Visit> {
    let url = new URL(address);
    let request = init;
    for (let steps = 0; steps < 20; steps++) {
      if (!this.#origins.includes(url.origin)) return { url, status: 0, headers: new Headers(), html: '' };
      const response = await fetch(url, {
        ...request,
        redirect: 'manual',
        headers: { accept: 'text/html', ...(request.headers as Record<string, string>), cookie: this.#jar.header(url) },
      });
      this.#jar.store(url, response.headers.getSetCookie());
      const location = response.headers.get('location');
      if (!location) return { url, status: response.status, headers: response.headers, html: await response.text() };
      await response.body?.cancel();
      url = new URL(location, url);
      request = {};
    }
    throw new Error('The browser was led in circles.');
  }

  /** Submits the page's form with its hidden fields and the given ones. */
  async submit(page: Visit, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Visit> {
    const action = /<form[^>]* action="([^"]*)"/.exec(page.html)?.[1];
    if (action === undefined) throw new Error(`There is no form on ${page.url}: ${page.html.slice(0, 500)}`);
    const body = new URLSearchParams({ ...hiddenFields(page.html), ...fields });
    const target = new URL(unescapeHtml(action), page.url);
    return this.open(target, { method: 'POST', body, headers: { origin: page.url.origin, ...headers } });
  }
}

export function hiddenFields(html: string): Record<string, string> {
  const inputs = html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  return Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, unescapeHtml(value)]));
}

function unescapeHtml(text: string): string {
  return text.replace(/&#(\d+);/g, (_whole, code) => String.fromCharCode(Number(code)));
}
