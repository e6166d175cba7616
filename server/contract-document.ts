// The OpenAPI document of this very service: the whole contract, with a mark at what is served here.

import { createOpenApi, type OpenApiDocument } from '../api/openapi.ts';

export function contractDocument(options: {
  version: string;
  publicUrl: string;
  served: readonly string[];
}): OpenApiDocument {
  const document = createOpenApi({ version: options.version, serverUrl: options.publicUrl });
  const served = new Set(options.served);
  for (const [path, methods] of Object.entries(document.paths)) {
    const route = path.replace(/\{(\w+)\}/g, ':$1');
    for (const [method, operation] of Object.entries(methods)) {
      const marked = operation as { [name: string]: unknown };
      // A route that takes both methods is declared under GET.
      const isServed = served.has(`${method.toUpperCase()} ${route}`) || served.has(`GET ${route}`);
      marked['x-octavo-served'] = isServed;
      if (!isServed) marked.description = 'Declared, but not served by this version.';
    }
  }
  return document;
}
