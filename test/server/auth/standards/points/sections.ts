// All points of security, in the order of their page.

import type { Section } from '../../document/rows/row.ts';
import { attackPoints } from './attack-points.ts';
import { practicePoints } from './practice-points.ts';
import { coreRows, extensionRows } from './standard-points.ts';

export const securitySections: readonly Section[] = [
  { title: 'Best current practice (RFC 9700)', rows: practicePoints },
  { title: 'OAuth 2.0 and bearer tokens (RFC 6749 and 6750)', rows: coreRows },
  { title: 'Extensions (RFC 7009, 7636, 7662, 8414, 8628 and 9207)', rows: extensionRows },
  { title: 'Known attacks', rows: attackPoints },
];
