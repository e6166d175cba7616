// Settings of a program, from flags, environment and a file, in this order; checked all at once by one TypeBox schema.
// Must not know any setting. A printed configuration hides what the schema marks as secret.

import { parseArgs } from 'node:util';
import type { Static, TObject, TProperties, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { StartError, systemCode } from '../start-error.ts';
import { readSettingsFile } from './settings-file.ts';

/** Beside the schema's own words, a setting says where it is read from. */
export interface SettingOptions {
  /** Environment variable, and the name in the file. */
  env: string;
  /** Command-line flag without dashes. */
  flag?: string;
  /** One letter. */
  short?: string;
  description: string;
  secret?: boolean;
  /** What a value has to be, to go on from "must be"; for patterns, which nobody can read. */
  form?: string;
  /** Other spellings that are understood as well. */
  also?: readonly string[];
}

/** Marks a schema as a setting. */
export function setting<T extends TSchema>(schema: T, options: SettingOptions): T {
  // TypeBox keeps "optional" in a property that a spread would leave behind.
  const properties = { ...Object.getOwnPropertyDescriptors(schema), 'x-setting': { value: options, enumerable: true } };
  return Object.create(Object.getPrototypeOf(schema), properties) as T;
}

export interface ConfigSource {
  args?: readonly string[];
  env?: Record<string, string | undefined>;
  /** A file of `NAME=value` lines, YAML or JSON; names are those of the environment. */
  file?: string | undefined;
  /** Names of former releases and what replaced them: refused in the file, told of in the environment. */
  gone?: Readonly<Record<string, string>>;
}

export interface ReadConfig<T> {
  values: T;
  /** What is left of the command line. */
  positionals: string[];
  /** Sentences about names in the environment that do nothing any more. */
  notes: string[];
}

interface Row {
  name: string;
  options: SettingOptions;
  schema: { type?: string; default?: unknown; enum?: unknown[]; anyOf?: { const?: unknown }[] };
}

type Words = Record<string, unknown>;

export function readConfig<P extends TProperties>(
  schema: TObject<P>,
  source: ConfigSource,
): ReadConfig<Static<TObject<P>>> {
  const rows = rowsOf(schema);
  const { flags, positionals } = readFlags(rows, source.args ?? []);
  const file = source.file === undefined ? {} : readSettingsFile(source.file);
  const found: Words = {};
  for (const row of rows) {
    const { env, flag, also = [] } = row.options;
    const names = [env, ...also];
    const text =
      (flag === undefined ? undefined : flags[flag]) ??
      firstOf(names, (name) => nonEmpty(source.env?.[name])) ??
      firstOf(names, (name) => file[name]);
    const value = text === undefined ? row.schema.default : typed(text, row.schema.type);
    if (value !== undefined) found[row.name] = value;
  }
  const gone = source.gone ?? {};
  const problems = [...unknownNames(rows, file, source.file, gone), ...wrongValues(schema, rows, found)];
  if (problems.length > 0)
    throw new StartError(`These settings are wrong:\n${problems.map((line) => `  ${line}`).join('\n')}`);
  const notes = Object.keys(gone).filter((name) => nonEmpty(source.env?.[name]) !== undefined);
  return {
    values: found as Static<TObject<P>>,
    positionals,
    notes: notes.map((name) => `${name} does nothing: ${gone[name]}`),
  };
}

/** `NAME=value` lines, secrets hidden; passwords inside addresses too. */
export function printConfig<P extends TProperties>(schema: TObject<P>, values: Static<TObject<P>>): string {
  return rowsOf(schema)
    .map(({ name, options }) => {
      const value = (values as Words)[name];
      if (value === undefined) return `# ${options.env} is not set`;
      const text = String(value).replace(/(:\/\/[^:/@\s]*):[^@/\s]*@/g, '$1:[hidden]@');
      return `${options.env}=${options.secret ? '[hidden]' : text}`;
    })
    .join('\n');
}

/** A Markdown table of all settings, for the guide. */
export function configReference(schema: TObject): string {
  const lines = rowsOf(schema).map(({ options, schema: { default: fallback } }) => {
    const flag = options.flag === undefined ? '' : `\`--${options.flag}\``;
    const shown = fallback === undefined || String(fallback) === '' ? '' : `\`${String(fallback)}\``;
    return `| \`${options.env}\` | ${flag} | ${shown} | ${options.description.replaceAll('|', '\\|')} |`;
  });
  return ['| Environment | Flag | Default | Meaning |', '| --- | --- | --- | --- |', ...lines].join('\n');
}

function rowsOf(schema: TObject): Row[] {
  return Object.entries(schema.properties).map(([name, property]) => {
    const options = (property as { 'x-setting'?: SettingOptions })['x-setting'];
    if (!options) throw new Error(`The setting ${name} does not say where it is read from.`);
    return { name, options, schema: property as Row['schema'] };
  });
}

function readFlags(rows: Row[], args: readonly string[]) {
  const options: Record<string, { type: 'string' | 'boolean'; short?: string }> = {};
  for (const { options: row, schema } of rows) {
    if (row.flag === undefined) continue;
    const type = schema.type === 'boolean' ? 'boolean' : 'string';
    options[row.flag] = { type, ...(row.short === undefined ? {} : { short: row.short }) };
  }
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
    return { flags: values as Words, positionals };
  } catch (error) {
    if (systemCode(error)?.startsWith('ERR_PARSE_ARGS_'))
      throw new StartError((error as Error).message, { cause: error });
    throw error;
  }
}

/** A misspelt name in our own file is a mistake; the environment is full of other programs' names. */
function unknownNames(rows: Row[], file: Words, path: string | undefined, gone: Readonly<Words>): string[] {
  const known = new Set(rows.flatMap(({ options }) => [options.env, ...(options.also ?? [])]));
  const unknown = Object.keys(file).filter((name) => !known.has(name));
  return unknown.map((name) =>
    name in gone ? `${name} in ${path} does nothing: ${gone[name]}` : `${name} in ${path} is not a setting`,
  );
}

function wrongValues(schema: TObject, rows: Row[], values: Words): string[] {
  const validator = Compile(schema);
  if (validator.Check(values)) return [];
  const said = new Map<string, string>();
  for (const error of validator.Errors(values)) {
    const names =
      error.keyword === 'required' ? error.params.requiredProperties : [error.instancePath.split('/')[1] ?? ''];
    for (const name of names) {
      const row = rows.find((candidate) => candidate.name === name);
      if (!row || said.has(name)) continue;
      const where = row.options.flag === undefined ? row.options.env : `${row.options.env} (--${row.options.flag})`;
      said.set(name, `${where} ${problemOf(error.keyword, error.message, row, values[name])}`);
    }
  }
  return [...said.values()];
}

function problemOf(keyword: string, message: string, row: Row, value: unknown): string {
  if (keyword === 'required') return `is missing: ${row.options.description}`;
  const given = row.options.secret ? '' : `, not ${JSON.stringify(value)}`;
  if (row.options.form) return `must be ${row.options.form}${given}`;
  const choices = row.schema.enum ?? row.schema.anyOf?.map((option) => option.const);
  if (choices?.every((choice) => choice !== undefined)) return `must be one of ${choices.join(', ')}${given}`;
  return `${message}${given}: ${row.options.description}`;
}

/** What cannot be read as the type stays as it is, so that the check names the setting. */
function typed(value: unknown, type: string | undefined): unknown {
  // A file's `-1` or `true` for a setting that is text.
  if (type === 'string' && (typeof value === 'number' || typeof value === 'boolean')) return String(value);
  if (typeof value !== 'string') return value;
  if (type === 'array')
    return value
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);
  if (type === 'integer' || type === 'number') return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  if (type === 'boolean')
    return /^(true|1|yes|on)$/i.test(value) ? true : /^(false|0|no|off)$/i.test(value) ? false : value;
  return value;
}

function firstOf<R>(names: readonly string[], read: (name: string) => R | undefined): R | undefined {
  for (const name of names) {
    const value = read(name);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** `NAME= program` is the usual way to unset a variable. */
function nonEmpty(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}
