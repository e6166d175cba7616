// Looks into the built bundles: what must never reach a place, whatever the sources' imports say.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../run.ts';

interface Rule {
  folder: string;
  /** Pattern → why it must not be there. */
  forbidden: [RegExp, string][];
}

const rules: Rule[] = [
  {
    folder: 'dist/renderer',
    forbidden: [
      [/["']node:[a-z_/]+["']/, 'a Node module in the renderer'],
      [/\b(insert into|select \* from|create table)\b/i, 'SQL in the renderer'],
      [/new Function\(|\beval\(/, 'code from text, which the CSP refuses'],
      [/@xmldom\/xmldom|DOMParser requires|mimeType is not provided/, 'xmldom, where the browser has its own parser'],
    ],
  },
  {
    folder: 'dist/octavo',
    forbidden: [
      [/from ?["']preact|__preact|preact\/hooks/, 'preact in the service'],
      [/from ["']electron["']/, 'Electron in the service'],
    ],
  },
  {
    folder: 'dist/authsrv',
    forbidden: [[/from ?["']preact|__preact|preact\/hooks/, 'preact in the authorization server']],
  },
  { folder: 'dist/chromium', forbidden: [[/from ["']electron["']/, 'Electron in the Chromium host']] },
  {
    folder: 'dist/preload',
    forbidden: [[/require\(["'](?!electron["'])/, 'a module that a sandboxed preload cannot load']],
  },
];

export async function checkBundles(): Promise<string[]> {
  const problems: string[] = [];
  for (const { folder, forbidden } of rules) {
    const files = (await readdir(join(root, folder), { recursive: true })).filter((name) => /\.[cm]?js$/.test(name));
    if (files.length === 0) problems.push(`${folder}: nothing was built`);
    for (const file of files) {
      const text = await readFile(join(root, folder, file), 'utf8');
      for (const [pattern, why] of forbidden) {
        const match = pattern.exec(text);
        if (match) problems.push(`${folder}/${file}: ${why} (${match[0].slice(0, 60)})`);
      }
    }
  }
  return problems;
}
