// Shows and hides what developers look at, as the settings say.

import type { Bridge } from '../../api/ipc.ts';
import type { ScreenQueue } from '../screen/queue.ts';
import type { Strings } from '../strings/english.ts';
import { showPanelPicture, showPlanLog, showSentence } from './panel-picture.ts';
import type { Session } from './session.ts';

export interface DeveloperParts {
  bridge: Bridge;
  screen: ScreenQueue;
  strings: () => Strings;
  report: (error: unknown) => void;
}

/** Returns what follows another session from then on. */
export function followDeveloper({ bridge, screen, strings, report }: DeveloperParts): (session: Session) => void {
  let picture: { close(): void } | undefined;
  let log: { close(): void } | undefined;
  let stop: (() => void) | undefined;
  const fail = (error: unknown) => {
    report(error);
    picture?.close();
    picture = showSentence(strings().device.noPicture);
  };
  const follow = ({ settings }: Session) => {
    stop?.();
    const apply = () => {
      const { showPanel, showLog } = settings.state.getState().screen;
      if (showPanel) picture ??= showPanelPicture({ bridge, screen, report: fail });
      else picture = picture?.close() as undefined;
      if (showLog) log ??= showPlanLog(screen, strings().device.planned);
      else log = log?.close() as undefined;
    };
    apply();
    stop = settings.state.subscribe(apply);
  };
  return follow;
}
