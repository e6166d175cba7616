// Joins the client's modules into two, so that the page of every file of tests asks for those instead of four hundred:
// of a second of processor time that a file took before its first test, half a second was spent on asking.
// Every module keeps its address, at which it hands on what the joined one holds of it, and runs when it is first asked for.

import { dirname, relative, resolve } from 'node:path';
import type { Plugin, ViteDevServer } from 'vite';
import { root } from '../run.ts';
import { type Joined, joinModules } from './join-modules.ts';

export function joinedModules(): Plugin {
  let served: Joined = { chunks: new Map(), modules: new Map() };
  let server: ViteDevServer | undefined;
  return {
    name: 'joined-modules',
    enforce: 'pre',
    async buildStart() {
      if (served.modules.size > 0) return;
      served = await joinModules();
      // Where an error's line comes from is looked up here.
      for (const [address, { code, map }] of served.chunks) {
        const known = await server?.environments.client.moduleGraph.ensureEntryFromUrl(address);
        if (known) known.transformResult = { code, map };
      }
    },
    configureServer(started) {
      server = started;
      // As they are: to take them apart again, as is done with every module, took five seconds.
      started.middlewares.use((request, response, next) => {
        const chunk = served.chunks.get(request.url?.split('?')[0] ?? '');
        if (!chunk) return next();
        response.setHeader('Content-Type', 'text/javascript');
        response.setHeader('Cache-Control', 'max-age=3600');
        response.end(chunk.code);
      });
    },
    resolveId(source, importer) {
      if (served.chunks.has(source) || served.modules.has(source)) return source;
      if (!importer || !source.startsWith('.')) return null;
      const address = `/${relative(root, resolve(dirname(importer), source))}`;
      return served.chunks.has(address) ? address : null;
    },
    load(id) {
      const code = served.modules.get(id);
      return code === undefined ? null : { code, map: { mappings: '' }, moduleType: 'js' };
    },
  };
}
