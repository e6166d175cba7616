// Which panel is driven: what was found, what is in use, and what the reader may choose all the same.

import type { FoundPanel, PanelName } from '../../api/panel.ts';
import type { Strings } from '../strings/english.ts';
import { useStrings } from '../strings/languages.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';

export interface PanelDialogProps {
  panels: readonly FoundPanel[];
  onChoose: (name: PanelName | 'auto') => void;
  onClose: () => void;
}

export function PanelDialog({ panels, onChoose, onClose }: PanelDialogProps) {
  const strings = useStrings();
  const words = strings.device;
  return (
    <Dialog title={words.panel} onClose={onClose} buttons={<Button onPress={onClose}>{strings.cancel}</Button>}>
      <ul class="panel-choices">
        <li>
          <button type="button" class="panel-choice" data-first="" onClick={() => onChoose('auto')}>
            <span class="panel-choice-name">{words.automatic}</span>
          </button>
        </li>
        {panels.map((panel) => (
          <li key={panel.backend}>
            <button type="button" class="panel-choice" onClick={() => onChoose(panel.backend)}>
              <span class="panel-choice-name">{words.panels[panel.backend]}</span>
              <span class="quiet">{stateOf(panel, words)}</span>
              {panel.inUse && <Icon name="check" />}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function stateOf({ backend, found, inUse, lost }: FoundPanel, words: Strings['device']): string {
  if (lost) return words.lost;
  if (inUse) return words.inUse;
  return found && backend !== 'none' ? words.found : '';
}
