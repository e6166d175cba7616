// Finds the processes below one and tells how much memory each kind takes. Reads /proc; elsewhere it finds none.

import { readdirSync, readFileSync } from 'node:fs';
import { memoryOf } from './child-program.ts';

export interface Kind {
  /** `authsrv`, `octavo`, `client host`, `start`, `chromium renderer` and so on. */
  kind: string;
  processes: number;
  rss: number;
  /** Shared pages counted by share; undefined where the system keeps it to itself. */
  pss: number | undefined;
}

/** Of the process and everything that it started, by kind. */
export function memoryByKind(pid: number): Kind[] {
  const kinds = new Map<string, Kind>();
  for (const process of [pid, ...descendantsOf(pid)]) {
    const { rss, pss } = memoryOf(process);
    if (rss === undefined) continue;
    const kind = kindOf(commandLine(process));
    const sum = kinds.get(kind) ?? { kind, processes: 0, rss: 0, pss: 0 };
    kinds.set(kind, {
      kind,
      processes: sum.processes + 1,
      rss: sum.rss + rss,
      pss: sum.pss === undefined || pss === undefined ? undefined : sum.pss + pss,
    });
  }
  return [...kinds.values()].sort((a, b) => a.kind.localeCompare(b.kind));
}

function kindOf(command: string): string {
  if (command.includes('authsrv.mjs')) return 'authsrv';
  if (command.includes('octavo.mjs')) return 'octavo';
  if (command.includes('chromium.mjs')) return 'client host';
  if (/build\/start\.ts/.test(command)) return 'start';
  const type = /--type=([a-z-]+)/.exec(command)?.[1];
  if (type) return `chromium ${type}`;
  return /chrom(e|ium)/.test(command.split(' ')[0] ?? '') ? 'chromium browser' : 'other';
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    // It ended meanwhile.
    return '';
  }
}

function descendantsOf(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of listProcesses()) {
    const parent = parentOf(name);
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), name]);
  }
  const below = (parent: number): number[] => (children.get(parent) ?? []).flatMap((child) => [child, ...below(child)]);
  return below(pid);
}

function listProcesses(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    // Only Linux has it.
    return [];
  }
}

function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    // It ended meanwhile.
    return undefined;
  }
}
