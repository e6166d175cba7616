// Checks that files stay small and that their names say something.

import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { root } from '../run.ts';
import { sourceFiles } from './source-files.ts';

const maxLines = 400;
const vague = /^(utils?|helpers?|common|misc|services|manager|types)$/;
const kebab = /^[a-z0-9]+([.-][a-z0-9]+)*$/;

export function problemsOf(path: string, text: string): string[] {
  const problems: string[] = [];
  const lines = text.split('\n').length - 1;
  if (lines > maxLines) problems.push(`${path}: ${lines} lines; split it below ${maxLines}`);
  for (const part of path.split('/')) {
    const name = part.replace(/\.(test\.)?[a-z]+$/, '');
    if (vague.test(name)) problems.push(`${path}: "${name}" says nothing about what is in it`);
  }
  const name = basename(path).replace(/\.(tsx?|mjs|css)$/, '');
  if (!kebab.test(name)) problems.push(`${path}: file names are kebab-case`);
  return problems;
}

export async function checkFileNamesAndSizes(): Promise<string[]> {
  const problems: string[] = [];
  for (const path of await sourceFiles()) problems.push(...problemsOf(path, await readFile(join(root, path), 'utf8')));
  return problems;
}
