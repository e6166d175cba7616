// A question or a form over the screen, with its own keys and focus. It appears and goes in one paint each.

import './dialog.css';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { useLayer } from './layers.ts';

export interface DialogProps {
  title: string;
  children: ComponentChildren;
  /** Buttons, the safe one first. */
  buttons: ComponentChildren;
  onClose: () => void;
  onSubmit?: () => void;
  /** Keys that turn pages, where the dialog has some: −1 or 1. */
  onPage?: (step: -1 | 1) => void;
}

export function Dialog({ title, children, buttons, onClose, onSubmit, onPage }: DialogProps) {
  const titleId = useId();
  const layer = useLayer({ back: onClose, ...(onPage ? { page: onPage } : {}) });
  return (
    <div class="layer-back">
      <div ref={layer} class="dialog" role="dialog" aria-modal="true" aria-labelledby={titleId} tabIndex={-1}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            onSubmit?.();
          }}
        >
          <h2 id={titleId}>{title}</h2>
          <div class="dialog-body">{children}</div>
          <div class="dialog-buttons">{buttons}</div>
        </form>
      </div>
    </div>
  );
}
