// All sections of the document, in its order.

import { accessRows, errorRows, eventRows } from './access-rows.ts';
import { commandRows } from './command-rows.ts';
import { adminRows, movedRows, publicRows, requestRows, sessionRows } from './endpoint-rows.ts';
import { limitRows } from './limit-rows.ts';
import { releaseRows } from './release-rows.ts';
import {
  clientRows,
  errorPayloadRows,
  introspectionRows,
  keyRows,
  requestFieldRows,
  tokenRows,
} from './resource-rows.ts';
import type { Section } from './row.ts';
import { serviceRows } from './service-rows.ts';
import { stateRows } from './state-rows.ts';

export const sections: readonly Section[] = [
  { title: 'What the service does', rows: serviceRows },
  { title: 'Resources: OAuth 2.0 client', rows: clientRows },
  { title: 'Resources: login request and consent request', rows: requestFieldRows },
  { title: 'Resources: tokens', rows: tokenRows },
  { title: 'Resources: introspection response', rows: introspectionRows },
  { title: 'Resources: JSON web key', rows: keyRows },
  { title: 'Resources: error payload', rows: errorPayloadRows },
  { title: 'States and transitions', rows: stateRows },
  { title: 'Endpoints: public listener', rows: publicRows },
  { title: 'Endpoints: administrative listener', rows: adminRows },
  { title: 'Endpoints: login and consent management', rows: requestRows },
  { title: 'Endpoints: sessions', rows: sessionRows },
  { title: 'Endpoints: removed or moved', rows: movedRows },
  { title: 'Command line', rows: commandRows },
  { title: 'Authentication', rows: accessRows },
  { title: 'Events', rows: eventRows },
  { title: 'Errors', rows: errorRows },
  { title: 'Limits', rows: limitRows },
  { title: 'Versioning', rows: releaseRows },
];
