// The panel at the foot of the page that the reader's menus are shown in. Pressing the page above it closes it.

import '../../ui/dialog.css';
import type { ComponentChildren, Ref } from 'preact';
import { useStrings } from '../../strings/languages.ts';
import { Button } from '../../ui/button.tsx';
import { type LayerKeys, useLayer } from '../../ui/layers.ts';
import { useWholeLines } from './whole-lines.ts';

export interface SheetProps {
  title: string;
  /** As high as the page, for lists. */
  tall?: boolean;
  children: ComponentChildren;
  keys?: LayerKeys;
  onClose: () => void;
  /** Instead of the title bar. */
  head?: ComponentChildren;
}

export function Sheet({ title, tall, children, keys, onClose, head }: SheetProps) {
  const strings = useStrings();
  const coverWholeLines = useWholeLines();
  const place = (element: HTMLElement) => tall || coverWholeLines(element, 'bottom');
  const layer = useLayer({ back: onClose, ...keys }, { place }) as Ref<HTMLDivElement>;
  return (
    <>
      <button
        type="button"
        class="layer-back menu-outside"
        aria-label={strings.close}
        tabIndex={-1}
        onClick={onClose}
      />
      <div
        ref={layer}
        class={tall ? 'sheet tall' : 'sheet'}
        role="dialog"
        aria-modal="true"
        aria-label={title}
        tabIndex={-1}
      >
        {head ?? (
          <div class="sheet-head">
            <h2>{title}</h2>
            <Button look="plain" icon="close" label={strings.close} onPress={onClose} />
          </div>
        )}
        {children}
      </div>
    </>
  );
}
