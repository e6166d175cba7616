// The frame around the link or mark that Enter presses, and the keys that lead on to others.

import './pressing.css';
import { useStrings } from '../../strings/languages.ts';
import { useLayer } from '../../ui/layers.ts';
import { useStore } from '../../ui/use-store.ts';
import type { OverlayProps } from '../view-props.ts';
import { frameRoom, type Pressing } from './pressing.ts';

export function PressFrame({ features: { pressing } }: OverlayProps) {
  const shown = useStore(pressing.state, ({ box }) => box !== undefined);
  return shown ? <Frame pressing={pressing} /> : null;
}

const onward = new Set(['ArrowRight', 'ArrowDown', 'Tab', 'l', 'n']);
const backward = new Set(['ArrowLeft', 'ArrowUp', 'p']);

function Frame({ pressing }: { pressing: Pressing }) {
  const { selection } = useStrings();
  const box = useStore(pressing.state, (state) => state.box);
  const layer = useLayer(
    { back: () => pressing.end(), page: (step) => pressing.step(step), key: (event) => pressKey(pressing, event) },
    { keepFocus: true },
  );
  const style = box && {
    left: `${box.x - frameRoom}px`,
    top: `${box.y - frameRoom}px`,
    width: `${box.width + 2 * frameRoom}px`,
    height: `${box.height + 2 * frameRoom}px`,
  };
  return <div ref={layer} class="press-frame" role="status" aria-label={selection.pressable} style={style} />;
}

function pressKey(pressing: Pressing, { key, shiftKey }: KeyboardEvent): boolean {
  if (key === 'Enter' || key === ' ') pressing.press();
  else if (backward.has(key) || (key === 'Tab' && shiftKey)) pressing.step(-1);
  else if (onward.has(key)) pressing.step(1);
  else return false;
  return true;
}
