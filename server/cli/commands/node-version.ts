// Refuses a Node that is too old for the programs, in a sentence instead of by what it lacks.

import { StartError } from '../../base/start-error.ts';

const least = 24;

/** `version`: as in `process.versions.node`. */
export function refuseOldNode(version: string): void {
  if (Number.parseInt(version, 10) >= least) return;
  throw new StartError(
    `This program needs Node ${least} or later, and this is ${version}; npm ci puts one into node_modules/.bin.`,
  );
}
