// Puts what pdf.js reads beside its own code into the renderer under pdf/: character maps, standard fonts and decoders
// that need no WebAssembly. Everything comes from the client's own files, in the build as in development and tests.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const library = new URL('../node_modules/pdfjs-dist/', import.meta.url).pathname;
const wanted: Readonly<Record<string, RegExp>> = {
  cmaps: /\.bcmap$/,
  standard_fonts: /\.(pfb|ttf)$/,
  // Their licences come along with what they are of.
  wasm: /_nowasm_fallback\.js$/,
};
const asked = /\/pdf\/(cmaps|standard_fonts|wasm)\/([\w.-]+)$/;

export function pdfAssets(): Plugin {
  return {
    name: 'pdf-assets',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const [, folder = '', name = ''] = asked.exec(request.url?.split('?')[0] ?? '') ?? [];
        if (!wanted[folder]?.test(name) || !readdirSync(join(library, folder)).includes(name)) return next();
        response.setHeader('content-type', name.endsWith('.js') ? 'text/javascript' : 'application/octet-stream');
        response.end(readFileSync(join(library, folder, name)));
      });
    },
    generateBundle() {
      for (const [folder, pattern] of Object.entries(wanted)) {
        for (const name of readdirSync(join(library, folder))) {
          if (!pattern.test(name) && !name.startsWith('LICENSE')) continue;
          this.emitFile({
            type: 'asset',
            fileName: `pdf/${folder}/${name}`,
            source: readFileSync(join(library, folder, name)),
          });
        }
      }
    },
  };
}
