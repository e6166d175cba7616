// Keeps the list of test files that have begun and not ended, on the disk, for the one who has to end a run that hangs.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** The environment's name for the list's path. */
export const openFilesVariable = 'OCTAVO_OPEN_TEST_FILES';

export default class OpenFilesReporter implements Reporter {
  private readonly open = new Set<string>();
  private readonly path = process.env[openFilesVariable];

  onTestModuleQueued({ relativeModuleId }: TestModule): void {
    this.open.add(relativeModuleId);
    this.write();
  }

  onTestModuleEnd({ relativeModuleId }: TestModule): void {
    this.open.delete(relativeModuleId);
    this.write();
  }

  private write(): void {
    if (!this.path) return;
    mkdirSync(dirname(this.path), { recursive: true });
    writeFileSync(this.path, JSON.stringify([...this.open]));
  }
}
