// Shows where a link out of the book leads, in full, before anything is opened.

import type { Strings } from '../../strings/english.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

export interface OutsideDialogProps {
  url: string;
  strings: Strings;
  onOpen: () => void;
  onClose: () => void;
}

export function OutsideDialog({ url, strings, onOpen, onClose }: OutsideDialogProps) {
  const { outside } = strings.reader;
  return (
    <Dialog
      title={outside.title}
      onClose={onClose}
      buttons={
        <>
          <Button first onPress={onClose}>
            {strings.cancel}
          </Button>
          {opens(url) && (
            <Button look="strong" onPress={onOpen}>
              {outside.open}
            </Button>
          )}
        </>
      }
    >
      <p class="outside-address">{url}</p>
    </Dialog>
  );
}

/** The host opens nothing else. */
function opens(url: string): boolean {
  return URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol) && url.length <= 4096;
}
