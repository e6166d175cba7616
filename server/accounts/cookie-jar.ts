// The cookies of one walk through a server, as a browser would keep them: by path, until they expire.

interface Cookie {
  name: string;
  value: string;
  path: string;
  expires: number;
}

export class CookieJar {
  #cookies: Cookie[] = [];

  header(address: URL): string {
    const now = Date.now();
    return this.#cookies
      .filter((cookie) => cookie.expires > now && matches(cookie.path, address.pathname))
      .map((cookie) => `${cookie.name}=${cookie.value}`)
      .join('; ');
  }

  store(address: URL, lines: readonly string[]): void {
    for (const line of lines) {
      const cookie = parse(line, address);
      this.#cookies = this.#cookies.filter((other) => other.name !== cookie.name || other.path !== cookie.path);
      this.#cookies.push(cookie);
    }
  }
}

function parse(line: string, address: URL): Cookie {
  const [pair = '', ...attributes] = line.split(/;\s*/);
  const split = pair.indexOf('=');
  const cookie: Cookie = {
    name: pair.slice(0, split),
    value: pair.slice(split + 1),
    path: address.pathname.replace(/\/[^/]*$/, '') || '/',
    expires: Number.POSITIVE_INFINITY,
  };
  for (const attribute of attributes) {
    const [name = '', value = ''] = attribute.split('=');
    if (/^path$/i.test(name) && value.startsWith('/')) cookie.path = value;
    if (/^expires$/i.test(name)) cookie.expires = Date.parse(value);
    if (/^max-age$/i.test(name)) cookie.expires = Date.now() + Number(value) * 1000;
  }
  return cookie;
}

function matches(path: string, pathname: string): boolean {
  return pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`);
}
