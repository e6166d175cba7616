// The words of one use of a command, as its verb reads them: what was given, and nothing else.

import type { Call } from '../commands/command.ts';

export function argsOf(call: Call): string[] {
  const flags = (call.command.flags ?? []).flatMap((flag) => {
    if (!call.isGiven(flag.name)) return [];
    if (flag.value !== undefined) return [`--${flag.name}=${call.text(flag.name)}`];
    return call.isSet(flag.name) ? [`--${flag.name}`] : [];
  });
  return [...flags, ...call.arguments];
}
