// All checks of the W3C's suite by area, in the order of the page that tells their outcome.

import { content } from './content.ts';
import { layout } from './layout.ts';
import { navigation } from './navigation.ts';
import type { Check, Checks } from './outcome.ts';
import { overlays } from './overlays.ts';
import { packages } from './package.ts';
import { publication } from './publication.ts';
import { scripting } from './scripting.ts';

export const areas: readonly { title: string; checks: Checks }[] = [
  { title: 'Publication resources and container', checks: publication },
  { title: 'Package documents', checks: packages },
  { title: 'Navigation documents', checks: navigation },
  { title: 'Content documents', checks: content },
  { title: 'Layout', checks: layout },
  { title: 'Media overlays', checks: overlays },
  { title: 'Scripting and security', checks: scripting },
];

export function checkOf(name: string): { area: string; check: Check } | undefined {
  for (const { title, checks } of areas) {
    const check = checks[name];
    if (check) return { area: title, check };
  }
  return undefined;
}
