// Serves the contract: the OpenAPI document as JSON, and a page to browse it that needs no script and loads nothing
// from elsewhere. Must not know the contract; the document is handed in.

import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

type Node = Record<string, unknown>;
interface Operation {
  summary?: string;
  description?: string;
  tags?: string[];
  security?: unknown[];
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema?: Node }[];
  requestBody?: { content?: Record<string, { schema?: Node }> };
  responses?: Record<string, { description?: string; content?: Record<string, { schema?: Node }> }>;
}
export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; description?: string };
  paths: Record<string, Record<string, unknown>>;
}

const style = `
body{font:16px/1.5 system-ui,sans-serif;color:#000;background:#fff;margin:0 auto;max-width:60rem;padding:1rem}
h2{border-bottom:2px solid #000;margin-top:2.5rem}
details{border:1px solid #767676;margin:.5rem 0;padding:.25rem .75rem}
summary{cursor:pointer;min-height:2rem}
code,pre{font:14px/1.45 ui-monospace,monospace}
pre{overflow-x:auto;white-space:pre-wrap}
table{border-collapse:collapse;width:100%}
th,td{border-bottom:1px solid #767676;padding:.25rem .5rem;text-align:left;vertical-align:top}
input{border:1px solid #000;font:inherit;padding:.25rem .5rem;width:20rem;max-width:100%}
button{background:#000;border:1px solid #000;color:#fff;font:inherit;padding:.25rem 1rem}
.method{font-weight:bold;display:inline-block;min-width:3.5rem}
`;
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/** The document is asked for once, at the first request. */
export function serveOpenApi(app: FastifyInstance, document: () => OpenApiDocument): void {
  let json: string | undefined;
  let parsed: OpenApiDocument | undefined;
  const read = () => {
    parsed ??= document();
    return parsed;
  };
  app.register(async (scope) => {
    scope.get('/openapi.json', async (_request, reply) => {
      json ??= JSON.stringify(read());
      return reply.type('application/json; charset=utf-8').header('cache-control', 'public, max-age=300').send(json);
    });
    scope.get('/docs', async (request, reply) => {
      const asked = (request.query as { q?: unknown }).q;
      const words = typeof asked === 'string' ? asked.slice(0, 200).trim() : '';
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', policy)
        .send(renderPage(read(), words));
    });
  });
}

function renderPage(document: OpenApiDocument, words: string): string {
  const groups = new Map<string, string[]>();
  let shown = 0;
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, value] of Object.entries(methods)) {
      const operation = value as Operation;
      if (!['get', 'post', 'put', 'delete', 'patch'].includes(method) || !matches(words, method, path, operation))
        continue;
      const title = operation.tags?.[0] ?? 'Other';
      groups.set(title, [...(groups.get(title) ?? []), renderOperation(method, path, operation)]);
      shown++;
    }
  }
  const sections = [...groups].map(([title, items]) => `<section><h2>${html(title)}</h2>${items.join('')}</section>`);
  const { title, version, description } = document.info;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${html(title)}</title><style>${style}</style></head><body><main><h1>${html(title)} ${html(version)}</h1>
${description ? `<p>${html(description)}</p>` : ''}<p><a href="openapi.json">OpenAPI document</a></p>
<form role="search" action="docs"><label>Find <input type="search" name="q" value="${html(words)}"></label> <button>Search</button></form>
<p role="status">${shown} ${shown === 1 ? 'operation' : 'operations'}</p>${sections.join('\n')}</main></body></html>`;
}

function matches(words: string, method: string, path: string, operation: Operation): boolean {
  const names = operation.parameters?.map((parameter) => parameter.name).join(' ') ?? '';
  const text = `${method} ${path} ${operation.summary ?? ''} ${operation.tags?.join(' ') ?? ''} ${names}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function renderOperation(method: string, path: string, operation: Operation): string {
  const body = Object.entries(operation.requestBody?.content ?? {});
  const replies = Object.entries(operation.responses ?? {});
  const parts = [
    operation.description ? `<p>${html(operation.description)}</p>` : '',
    operation.parameters?.length ? renderParameters(operation.parameters) : '',
    ...body.map(([type, { schema }]) => `<h3>Body, ${html(type)}</h3>${renderSchema(schema)}`),
    ...replies.map(([status, reply]) => {
      const schemas = Object.values(reply.content ?? {}).map(({ schema }) => renderSchema(schema));
      return `<h3>${html(status)}</h3><p>${html(reply.description ?? '')}</p>${schemas.join('')}`;
    }),
  ];
  const heading = `<span class="method">${method.toUpperCase()}</span> <code>${html(path)}</code>`;
  return `<details><summary>${heading} ${html(operation.summary ?? '')}</summary>${parts.join('')}</details>`;
}

function renderParameters(parameters: NonNullable<Operation['parameters']>): string {
  const rows = parameters.map(
    ({ name, in: place, required, description, schema }) =>
      `<tr><td><code>${html(name)}</code></td><td>${html(place)}${required ? ', required' : ''}</td>` +
      `<td>${html(description ?? String(schema?.description ?? ''))}</td><td><code>${html(typeOf(schema))}</code></td></tr>`,
  );
  return `<h3>Parameters</h3><table><tr><th>Name<th>Where<th>Meaning<th>Type</tr>${rows.join('')}</table>`;
}

function renderSchema(schema: Node | undefined): string {
  return schema === undefined ? '' : `<pre>${html(JSON.stringify(schema, null, 2))}</pre>`;
}

function typeOf(schema: Node | undefined): string {
  if (!schema) return '';
  if (Array.isArray(schema.enum)) return schema.enum.join(' | ');
  if (schema.type === 'array') return `${typeOf(schema.items as Node)}[]`;
  return String(schema.type ?? '');
}

function html(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
