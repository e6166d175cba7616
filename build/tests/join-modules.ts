// Two modules that hold all of the client's, and for every one of the client's what stands in its place.

import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { type OutputChunk, type Plugin, rolldown } from 'rolldown';
import { root } from '../run.ts';

export interface Joined {
  /** The two, by the address they are served at. */
  chunks: Map<string, { code: string; map: OutputChunk['map'] }>;
  /** What stands at the path of each module, and what the two reach the outside through, by address. */
  modules: Map<string, string>;
}

/** What begins a worker, beside the module that begins it. */
const besides = /new URL\('(\.[^']+)', import\.meta\.url\)/g;
const imported = /(?:from|import|import\() ?'(\.[^']+\.tsx?)'/g;

export async function joinModules(): Promise<Joined> {
  const files = globSync('{src,api}/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !file.endsWith('.d.ts') && file !== 'src/main.tsx')
    .map((file) => join(root, file));
  const { beginnings, needed } = workersModules(files);
  const joined = files.filter((file) => !beginnings.has(file));
  const bundle = await rolldown({
    input: Object.fromEntries(joined.map((file) => [relative(root, file), file])),
    tsconfig: false,
    transform: { jsx: { runtime: 'automatic', importSource: 'preact' }, target: 'esnext' },
    treeshake: false,
    checks: { ineffectiveDynamicImport: false },
    plugins: [addresses()],
  });
  const { output } = await bundle.generate({
    dir: root,
    format: 'esm',
    sourcemap: true,
    // A module runs when it is first asked for, as it would alone.
    strictExecutionOrder: true,
    entryFileNames: '[name]',
    chunkFileNames: 'joined-[name].js',
    codeSplitting: {
      groups: [
        // Workers have no page: what they need must not bring along what needs one.
        { name: 'workers', test: (id) => needed.has(id), priority: 2 },
        { name: 'page', test: () => true, priority: 1 },
      ],
    },
  });
  await bundle.close();
  const result: Joined = { chunks: new Map(), modules: new Map() };
  for (const file of output) {
    if (file.type !== 'chunk') continue;
    if (file.isEntry) result.modules.set(join(root, file.fileName), file.code);
    else {
      const code = throughDoors(file.code, `/${file.fileName.replace('.js', '')}`, result.modules);
      if (file.map) file.map.sources = file.map.sources.map((source) => join(root, source));
      result.chunks.set(`/${file.fileName}`, { code, map: file.map });
    }
  }
  return result;
}

/** Modules that workers begin with, and all that they need. */
function workersModules(files: readonly string[]): { beginnings: Set<string>; needed: Set<string> } {
  const beginnings = new Set(files.flatMap((file) => named(file, besides)));
  const needed = new Set<string>();
  const waiting = [...beginnings];
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    if (needed.has(file)) continue;
    needed.add(file);
    waiting.push(...named(file, imported));
  }
  return { beginnings, needed };
}

function named(file: string, pattern: RegExp): string[] {
  return [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, path = '']) => resolve(dirname(file), path));
}

function addresses(): Plugin {
  return {
    name: 'addresses',
    resolveId(source, importer) {
      if (!importer || source.startsWith('\0')) return null;
      if (source.startsWith('.')) return resolve(dirname(importer), source);
      const font = /^(.*\.woff2?)\?url$/.exec(source)?.[1];
      return font ? `\0font:/node_modules/${font}` : { id: source, external: true };
    },
    load(id) {
      if (id.startsWith('\0font:')) return `export default ${JSON.stringify(id.slice('\0font:'.length))};`;
      if (!id.endsWith('.css')) return null;
      const code = `const style = document.createElement('style');
        style.textContent = ${JSON.stringify(readFileSync(id, 'utf8'))};
        document.head.append(style);`;
      return { code, moduleType: 'js' };
    },
    // The two stand beside none of those that workers begin with.
    transform: {
      filter: { code: besides },
      handler: (code, id) => ({
        code: code.replace(besides, (_, path) => {
          const address = `/${relative(root, resolve(dirname(id), path))}?worker_file&type=module`;
          return `new URL('${address}', import.meta.url)`;
        }),
        map: null,
      }),
    },
  };
}

/**
 * The packages' own modules are found by the test server, in modules that are small enough to go through it: each hands on
 * what the two need of one package.
 */
function throughDoors(code: string, prefix: string, doors: Map<string, string>): string {
  const door = (text: string): string => {
    const address = `${prefix}-door-${doors.size}.js`;
    doors.set(address, text);
    return address;
  };
  return code
    .replace(
      /^import (?:(\* as \w+|[\w$]+)?(?:, )?(?:\{([^}]*)\})? from )?"([^"./][^"]*)";$/gm,
      (line, first, names, source) => {
        const handed = [
          ...(first && !first.startsWith('*') ? ['default'] : []),
          ...(names ? names.split(',').map((name: string) => name.trim().split(' as ')[0]) : []),
        ];
        const text = first?.startsWith('*')
          ? `export * from '${source}';`
          : `export { ${handed.join(', ')} } from '${source}';`;
        return line.replace(`"${source}"`, `"${door(text)}"`);
      },
    )
    .replace(
      /\bimport\("([^"./][^"]*)"\)/g,
      (_, source) => `import("${door(`export const open = () => import('${source}');`)}").then((door) => door.open())`,
    );
}
