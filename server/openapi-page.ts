// The contract as a document and as a page to browse. Marks which routes this service serves; loads nothing from
// anywhere else.

import type { FastifyInstance } from 'fastify';
import type { JsonObject } from '../api/openapi/references.ts';
import { createOpenApi } from '../api/openapi.ts';

interface Operation {
  summary?: string;
  tags?: string[];
  'x-octavo-served'?: boolean;
  'x-octavo-signed'?: boolean;
}

export function serveOpenApi(
  app: FastifyInstance,
  options: { version: string; publicUrl: string; served: readonly string[] },
): void {
  let made: { json: string; page: string } | undefined;
  const make = () => {
    const document = createOpenApi({ version: options.version, serverUrl: options.publicUrl });
    markServed(document.paths, new Set(options.served));
    return { json: JSON.stringify(document), page: pageOf(document.paths, options.version) };
  };
  app.get('/openapi.json', (_request, reply) => {
    made ??= make();
    return reply.type('application/json; charset=utf-8').serializer(asIs).send(made.json);
  });
  app.get('/openapi', (_request, reply) => {
    made ??= make();
    return reply
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
      .type('text/html; charset=utf-8')
      .send(made.page);
  });
}

const asIs = (text: unknown) => text as string;

function markServed(paths: Record<string, JsonObject>, served: Set<string>): void {
  for (const [path, methods] of Object.entries(paths)) {
    const key = path.replace(/\{(\w+)\}/g, ':$1');
    for (const [method, operation] of Object.entries(methods)) {
      // A route that takes both methods is declared under GET.
      const isServed = served.has(`${method.toUpperCase()} ${key}`) || served.has(`GET ${key}`);
      (operation as JsonObject)['x-octavo-served'] = isServed;
    }
  }
}

function pageOf(paths: Record<string, JsonObject>, version: string): string {
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation: operation as Operation })),
  );
  const sections = [...Map.groupBy(rows, ({ operation }) => operation.tags?.[0] ?? '')].map(([title, list]) => {
    const items = list.map(({ path, method, operation }) => {
      const notes = [
        operation['x-octavo-signed'] ? 'signed' : '',
        operation['x-octavo-served'] ? '' : 'not served here',
      ];
      const note = notes.filter(Boolean).join(', ');
      const summary = escapeHtml(operation.summary ?? '');
      return `<tr><td>${method.toUpperCase()}</td><td><code>${escapeHtml(path)}</code></td><td>${summary}${note ? ` <em>(${note})</em>` : ''}</td></tr>`;
    });
    return `<h2>${escapeHtml(title)}</h2><table>${items.join('')}</table>`;
  });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Octavo reading service</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>
body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;width:100%}td{border-top:1px solid #999;padding:.3rem .6rem;vertical-align:top}
td:first-child{width:4rem;font-weight:600}td:nth-child(2){width:18rem;word-break:break-all}</style></head>
<body><h1>Octavo reading service ${escapeHtml(version)}</h1>
<p>The whole contract, with all parameters and replies, is the OpenAPI 3.1 document <a href="/openapi.json">openapi.json</a>.</p>
${sections.join('\n')}</body></html>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
