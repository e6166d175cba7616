// Things to press in the reader's menus, each with its sign. Must not know what they do.

import { Icon, type IconName } from '../../ui/icon.tsx';
import './tiles.css';

export interface Tile {
  icon: IconName;
  text: string;
  onPress: () => void;
  disabled?: boolean;
  pressed?: boolean;
}

export function Tiles({ tiles }: { tiles: readonly Tile[] }) {
  return (
    <div class="tiles">
      {tiles.map((tile, index) => (
        <button
          key={tile.icon}
          type="button"
          class="tile"
          disabled={tile.disabled}
          aria-pressed={tile.pressed}
          data-first={index === 0 ? '' : undefined}
          onClick={tile.onPress}
        >
          <Icon name={tile.icon} />
          <span>{tile.text}</span>
        </button>
      ))}
    </div>
  );
}
