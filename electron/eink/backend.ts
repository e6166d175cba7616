// What a panel backend is: one file per kind of panel implements it, and `panel.ts` chooses.

import type { PanelInfo, Refresh } from '../../api/ipc.ts';

export interface PanelBackend {
  readonly info: PanelInfo;
  /** Carries out the refreshes in order; resolves with the milliseconds that the panel is busy with them. */
  refresh(plan: readonly Refresh[]): Promise<number>;
}

export interface BackendKind {
  name: PanelInfo['backend'];
  /** Whether this machine has such a panel. */
  probe(): Promise<boolean>;
  open(): PanelBackend;
}
