// The reader's own commands for a panel that Octavo does not know.

import { useState } from 'preact/hooks';
import type { PanelOptions } from '../../api/panel.ts';
import { useStrings } from '../strings/languages.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';

export interface CommandsDialogProps {
  options: PanelOptions;
  /** Resolves with false when a command cannot be read. */
  onSave: (change: Pick<PanelOptions, 'partialCommand' | 'fullCommand'>) => Promise<boolean>;
  onClose: () => void;
}

export function CommandsDialog({ options, onSave, onClose }: CommandsDialogProps) {
  const strings = useStrings();
  const words = strings.device;
  const [partialCommand, setPartial] = useState(options.partialCommand);
  const [fullCommand, setFull] = useState(options.fullCommand);
  const [wrong, setWrong] = useState(false);
  const save = async () => {
    if (await onSave({ partialCommand, fullCommand })) onClose();
    else setWrong(true);
  };
  return (
    <Dialog
      title={words.commands}
      onClose={onClose}
      onSubmit={() => void save()}
      buttons={
        <>
          <Button onPress={onClose}>{strings.cancel}</Button>
          <Button look="strong" submit>
            {words.save}
          </Button>
        </>
      }
    >
      <div class="command-fields">
        <TextField label={words.partialCommand} value={partialCommand} onInput={setPartial} maxLength={1024} first />
        <TextField label={words.fullCommand} value={fullCommand} onInput={setFull} maxLength={1024} />
        <p class="quiet">{wrong ? words.commandWrong : words.commandHelp}</p>
      </div>
    </Dialog>
  );
}
