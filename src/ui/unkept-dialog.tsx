// Says that the store did not take what was done last.

import { useStrings } from '../strings/languages.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

export function UnkeptDialog({ onClose }: { onClose: () => void }) {
  const strings = useStrings();
  return (
    <Dialog
      title={strings.unkept.title}
      onClose={onClose}
      buttons={
        <Button look="strong" first onPress={onClose}>
          {strings.close}
        </Button>
      }
    >
      <p>{strings.unkept.text}</p>
    </Dialog>
  );
}
