// One project per environment: node tests for contract, services, main process and build; a real browser for the renderer.
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import preact from '@preact/preset-vite';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findChromium } from './build/find-chromium.ts';
import { pdfAssets } from './build/pdf-assets.ts';
import { joinedModules } from './build/tests/joined-modules.ts';
import { beginPictures, comparePicture } from './test/look/take-picture.ts';
import { unpackFontHere } from './test/src/settings/unpack-command.ts';

const chromium = await findChromium();
const hyphenationTables = readFileSync(
  new URL('./src/book/text/hyphenation-patterns.ts', import.meta.url),
  'utf8',
).match(/hyphen\/patterns\/[\w-]+\.js/g);
const booksFolder = new URL('../shared/books/', import.meta.url).pathname;
// The folder may be a link; the test server compares where it leads.
const booksFolders = existsSync(booksFolder) ? [booksFolder, realpathSync(booksFolder)] : [];

// Programs that tests start have been compiled by the first of them.
process.env.NODE_COMPILE_CACHE ??= new URL('./dist/test/compiled/', import.meta.url).pathname;

// A poll or a test ends as soon as what it waits for is there; its limit is for machines that are busy.
const patient = { poll: { timeout: 20_000 } };
// Watching and coverage look at each module by itself.
const joining = process.argv.includes('run') && !process.argv.some((argument) => argument.startsWith('--coverage'));
const limits = { testTimeout: 60_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    coverage: { provider: 'v8', include: ['api/**', 'src/**', 'electron/**', 'server/**'] },
    projects: [
      { test: { name: 'api', include: ['test/api/**/*.test.ts'], ...limits } },
      { test: { name: 'build', include: ['test/build/**/*.test.ts'], ...limits } },
      {
        test: {
          name: 'server',
          expect: patient,
          include: ['test/server/**/*.test.ts'],
          globalSetup: 'test/server/postgres.ts',
          // The services keep nothing in their modules: they are loaded once for all files of a worker, as are templates
          // of databases.
          isolate: false,
          ...limits,
        },
      },
      {
        resolve: { alias: { electron: new URL('./test/electron/fake-electron.ts', import.meta.url).pathname } },
        test: {
          name: 'electron',
          include: ['test/electron/**/*.test.ts'],
          expect: patient,
          ...limits,
        },
      },
      {
        test: { name: 'journey', include: ['test/journey/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 180_000 },
      },
      {
        plugins: [...(joining ? [joinedModules()] : []), preact(), pdfAssets()],
        resolve: {
          alias: { '@xmldom/xmldom': new URL('./src/book/package/native-xml-parser.ts', import.meta.url).pathname },
        },
        // Real books are read in place; the test server may hand them to the browser, and nothing else outside.
        server: {
          fs: { allow: ['.', ...booksFolders] },
          // Every file of tests is a page of its own: it asks again only for what it alone needs. A module that changed
          // while tests watch has another address.
          headers: { 'Cache-Control': 'max-age=3600' },
        },
        optimizeDeps: {
          // Modules already, and many of them.
          exclude: ['opencc-js', 'pdfjs-dist/legacy/build/pdf.mjs'],
          include: [
            ...['preact', 'preact/hooks', 'preact/jsx-runtime', 'preact/jsx-dev-runtime', 'zustand/vanilla', 'dexie'],
            ...['epubjs/src/packaging.js', 'epubjs/src/navigation.js', 'epubjs/src/epubcfi.js'],
            ...['chardet', 'entities', 'marked', 'parse5', 'yaml'],
            // Found while tests run, they would be bundled anew, and the page that asks for them loaded again.
            ...new Set(hyphenationTables),
            'wink-lemmatizer',
            ...['verb', 'noun', 'adjective'].map((kind) => `wink-lexicon/src/wn-${kind}-exceptions.js`),
          ],
        },
        test: {
          name: 'src',
          expect: patient,
          include: ['test/{src,look}/**/*.test.ts', 'test/src/**/*.test.tsx'],
          env: { OCTAVO_EVERY_PAGE: process.env.OCTAVO_EVERY_PAGE ?? '' },
          ...limits,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            commands: { beginPictures, comparePicture, unpackFontHere },
            viewport: { width: 1404, height: 1872 },
            instances: [{ browser: 'chromium' }],
            provider: playwright({ launchOptions: { executablePath: chromium.path, args: chromium.args } }),
          },
        },
      },
    ],
  },
});
