// The frame of the pages that this server shows itself: one column, black on white, no script and nothing loaded from
// anywhere. Must not know what the pages say.

import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';

const style = `
:root{color-scheme:light}
body{font:1rem/1.5 system-ui,sans-serif;color:#000;background:#fff;margin:0}
main{max-width:42rem;margin:0 auto;padding:2rem 1rem 3rem}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 1rem}
h2{font-size:1.125rem;margin:2rem 0 .5rem}
p,ol,dl{margin:0 0 1rem}
ol{padding-left:1.5rem}
li{margin-bottom:.75rem}
code,pre{font:.875rem/1.5 ui-monospace,monospace;overflow-wrap:anywhere}
pre{border:1px solid #000;margin:.5rem 0 0;padding:.75rem;white-space:pre-wrap}
dt{font-weight:bold}
dd{margin:0 0 .75rem;overflow-wrap:anywhere}
a{color:#000}
`;
const policy =
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; ` +
  "frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Text that was escaped, or is our own. */
export interface Html {
  html: string;
}

/** Values are escaped, unless they are HTML of ours; arrays are joined. */
export function html(parts: TemplateStringsArray, ...values: (string | Html | readonly Html[])[]): Html {
  const shown = (value: string | Html | readonly Html[]): string => {
    if (typeof value === 'string') return escapeHtml(value);
    return 'html' in value ? value.html : value.map((each) => each.html).join('');
  };
  return { html: parts.map((part, index) => part + (index in values ? shown(values[index] as string) : '')).join('') };
}

export function sendPage(reply: FastifyReply, status: number, title: string, content: Html): FastifyReply {
  const page = html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${{ html: style }}</style></head>
<body><main><h1>${title}</h1>
${content}
</main></body></html>`;
  return reply
    .status(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .send(page.html);
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
