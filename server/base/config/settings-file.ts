// Reads a settings file: `NAME=value` lines, YAML or JSON, told apart by the name of the file or by what is in it.
// Must not know any setting.

import { readFileSync } from 'node:fs';
import { parseDocument } from 'yaml';
import { StartError, systemCode } from '../start-error.ts';

type Values = Record<string, unknown>;

const line = /^(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*)$/;

/** @throws StartError in a sentence that names the file, and the line where it can. */
export function readSettingsFile(path: string): Values {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new StartError(`The settings file ${path} cannot be read (${systemCode(error)}).`, { cause: error });
  }
  if (path.endsWith('.json') || text.trimStart().startsWith('{')) return readJson(path, text);
  if (/\.ya?ml$/.test(path) || looksLikeYaml(text)) return readYaml(path, text);
  return readLines(path, text);
}

function looksLikeYaml(text: string): boolean {
  const first = text.split('\n').find((each) => each.trim() !== '' && !each.trimStart().startsWith('#'));
  return first !== undefined && /^(---|[A-Za-z_][A-Za-z0-9_]*:(\s|$))/.test(first);
}

function readJson(path: string, text: string): Values {
  try {
    return named(path, JSON.parse(text));
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The settings file ${path} is not valid JSON: ${(error as Error).message}.`, { cause: error });
  }
}

function readYaml(path: string, text: string): Values {
  // Names twice are errors to it; an alias may not stand for more than it says, so a small file stays small.
  const document = parseDocument(text, { uniqueKeys: true });
  const [problem] = document.errors;
  if (problem) {
    const at = problem.linePos ? ` in line ${problem.linePos[0].line}` : '';
    throw new StartError(`The settings file ${path} is not valid YAML${at} (${problem.code}).`, { cause: problem });
  }
  return named(path, document.toJS({ maxAliasCount: 10 }) ?? {});
}

function named(path: string, value: unknown): Values {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Values;
  throw new StartError(`The settings file ${path} must hold names with their values.`);
}

function readLines(path: string, text: string): Values {
  const values: Values = {};
  for (const [index, raw] of text.split('\n').entries()) {
    const trimmed = raw.trim();
    if (trimmed === '' || trimmed.startsWith('#')) continue;
    const match = line.exec(trimmed);
    if (!match) throw new StartError(`Line ${index + 1} of the settings file ${path} is not NAME=value.`);
    const [, name = '', value = ''] = match;
    values[name] = /^(["']).*\1$/.test(value) ? value.slice(1, -1) : value;
  }
  return values;
}
