// Builds the programs that run in Node; --mode chooses the bundle.
import { builtinModules } from 'node:module';
import { defineConfig } from 'vite';

const entries: Record<string, { input: string | Record<string, string>; outDir: string; format?: 'cjs' }> = {
  main: { input: 'electron/electron-main.ts', outDir: 'dist/main' },
  preload: { input: 'electron/preload.ts', outDir: 'dist/preload', format: 'cjs' },
  chromium: { input: 'electron/chromium-main.ts', outDir: 'dist/chromium' },
  octavo: {
    input: {
      octavo: 'server/cli/octavo.ts',
      'parse-worker': 'server/reading/import/parse-worker.ts',
      'convert-worker': 'server/reading/conversion/convert-worker.ts',
      'draw-process': 'server/reading/import/cover/draw-process.ts',
    },
    outDir: 'dist/octavo',
  },
  authsrv: { input: 'server/cli/authsrv.ts', outDir: 'dist/authsrv' },
};

export default defineConfig(({ mode }) => {
  const entry = entries[mode];
  if (!entry) throw new Error(`--mode must be one of ${Object.keys(entries).join(', ')}`);
  const cjs = entry.format === 'cjs';
  return {
    build: {
      ssr: true,
      outDir: entry.outDir,
      emptyOutDir: true,
      target: 'node24',
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input: entry.input,
        external: ['electron', /^node:/, ...builtinModules],
        output: {
          format: cjs ? 'cjs' : 'es',
          entryFileNames: typeof entry.input === 'string' ? `${mode}.${cjs ? 'cjs' : 'mjs'}` : '[name].mjs',
          // Beside the entries, so that a file is found by its place next to another.
          chunkFileNames: '[name]-[hash].mjs',
          ...(cjs ? { codeSplitting: false } : {}),
        },
      },
    },
    // The client's programs carry their libraries; the services load theirs from node_modules (native parts, migrations).
    ssr: mode === 'octavo' || mode === 'authsrv' ? {} : { noExternal: true },
  };
});
