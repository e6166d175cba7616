// The menu beside selected words or a mark: three styles, copy, delete. The focus stays in the text, so that a
// selection can still be made longer; keys reach the menu all the same.

import { useLayoutEffect, useRef } from 'preact/hooks';
import { useStrings } from '../strings/languages.ts';
import { Button } from '../ui/button.tsx';
import { copyText } from '../ui/copy-text.ts';
import type { IconName } from '../ui/icon.tsx';
import { useLayer } from '../ui/layers.ts';
import { placeBeside } from '../ui/place-beside.ts';
import { keyAction } from './input.ts';
import type { Reading } from './reading.ts';
import type { Chosen } from './reading-state.ts';

const styleIcons = ['line', 'wave', 'marker'] as const satisfies IconName[];

export function MarkMenu({ reading, chosen }: { reading: Reading; chosen: Chosen }) {
  const { reader } = useStrings();
  const layer = useLayer(
    {
      back: () => reading.marking?.unchoose(),
      key: (event) => {
        const action = keyAction(event, reading.direction);
        if (event.key === 'Tab' && !layer.current?.contains(document.activeElement)) {
          layer.current?.querySelector('button')?.focus({ preventScroll: true });
          return true;
        }
        if (event.key.startsWith('Arrow') || event.key === ' ' || action === 'menu' || !action) return false;
        reading.act(action);
        return true;
      },
    },
    { keepFocus: chosen.kind === 'new' },
  );
  const box = useRef(chosen.box);
  // Placed before the first paint: its size is known only once it is laid out.
  useLayoutEffect(() => {
    const element = layer.current;
    if (!element) return;
    const { x, y, width, height } = box.current;
    const anchor = { left: x, top: y, right: x + width, bottom: y + height };
    const size = element.getBoundingClientRect();
    const place = placeBeside(anchor, size, { width: innerWidth, height: innerHeight }, 12);
    element.style.left = `${place.left}px`;
    element.style.top = `${place.top}px`;
  }, [layer]);
  const current = chosen.kind === 'mark' ? chosen.mark.style : undefined;
  const text = chosen.kind === 'mark' ? (chosen.mark.textQuote ?? chosen.mark.markText) : chosen.selected.text;
  return (
    <div
      ref={layer}
      class="mark-menu"
      role="menu"
      aria-label={chosen.kind === 'new' ? reader.mark.selected : reader.mark.chosen}
      tabIndex={-1}
    >
      {styleIcons.map((icon, style) => (
        <Button
          key={icon}
          look="plain"
          icon={icon}
          label={reader.mark.styles[style] ?? ''}
          {...(current === undefined ? {} : { pressed: current === style })}
          first={style === (current ?? 0)}
          onPress={() => void reading.marking?.mark(style as 0 | 1 | 2)}
        />
      ))}
      <Button
        look="plain"
        icon="copy"
        label={reader.mark.copy}
        onPress={() => void copyText(text).then(() => reading.marking?.unchoose())}
      />
      {chosen.kind === 'mark' && (
        <Button look="plain" icon="trash" label={reader.mark.delete} onPress={() => void reading.marking?.remove()} />
      )}
    </div>
  );
}
