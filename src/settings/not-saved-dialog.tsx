// Says that a change was taken back because this device could not store it.

import { useStrings } from '../strings/languages.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

export function NotSavedDialog({ onClose }: { onClose: () => void }) {
  const { shelf: words, close } = useStrings();
  return (
    <Dialog
      title={words.notSavedTitle}
      onClose={onClose}
      buttons={
        <Button look="strong" first onPress={onClose}>
          {close}
        </Button>
      }
    >
      <p>{words.notSaved}</p>
    </Dialog>
  );
}
