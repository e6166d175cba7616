// Builds the renderer into dist/renderer. Chromium 120 is the oldest that the CSS Custom Highlight API needs here.
import preact from '@preact/preset-vite';
import { defineConfig } from 'vite';

export default defineConfig({
  root: 'src',
  base: './',
  plugins: [preact()],
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    target: 'chrome120',
    // The page's CSP has no room for inline or data: scripts.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
});
