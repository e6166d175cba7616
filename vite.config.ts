// Builds the renderer into dist/renderer. Chromium 120 is the oldest that the CSS Custom Highlight API needs here.
import preact from '@preact/preset-vite';
import { defineConfig } from 'vite';
import { pdfAssets } from './build/pdf-assets.ts';

export default defineConfig({
  root: 'src',
  base: './',
  plugins: [preact(), pdfAssets()],
  // epub.js would bring an XML parser for Node; the browser has its own.
  resolve: { alias: { '@xmldom/xmldom': new URL('src/book/package/native-xml-parser.ts', import.meta.url).pathname } },
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    target: 'chrome120',
    // The page's CSP has no room for inline or data: scripts.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
});
