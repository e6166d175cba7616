// What is wanted now and then, one step behind the menu.

import { useStrings } from '../../strings/languages.ts';
import type { OverlayProps } from '../view-props.ts';
import { Sheet } from './sheet.tsx';
import { type Tile, Tiles } from './tiles.tsx';

export function MorePanel({ reading, features }: OverlayProps) {
  const { reader, selection, thoughts } = useStrings();
  const { menu } = reader;
  const { others } = features;
  const tiles: Tile[] = [
    { icon: 'underline', text: selection.select, onPress: () => features.selecting.begin() },
    { icon: 'goTo', text: selection.pressable, onPress: () => features.pressing.begin() },
    { icon: 'clean', text: menu.clean, onPress: () => reading.clean() },
    { icon: 'pageLine', text: menu.pageLine, onPress: () => reading.show('footer') },
    { icon: 'keys', text: menu.keys, onPress: () => reading.show('keys') },
    { icon: 'info', text: menu.facts, onPress: () => reading.show('facts') },
  ];
  if (others.possible) {
    const toggle = () => reading.later(others.toggle());
    tiles.splice(1, 0, { icon: 'person', text: thoughts.show, pressed: others.shown, onPress: toggle });
  }
  return (
    <Sheet title={menu.more} onClose={() => reading.show(undefined)}>
      <Tiles tiles={tiles} />
    </Sheet>
  );
}
