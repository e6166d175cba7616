// A list of things to do, beside what was pressed. Pressing outside closes it and does nothing else.

import './dialog.css';
import { Icon, type IconName } from './icon.tsx';
import { useLayer } from './layers.ts';
import { putBeside } from './place-beside.ts';

export interface MenuItem {
  text: string;
  icon?: IconName;
  /** Of several to choose from, the one that holds. */
  chosen?: boolean;
  disabled?: boolean;
  onPress: () => void;
}

export interface MenuProps {
  label: string;
  items: MenuItem[];
  /** Viewport pixels. */
  beside: { left: number; top: number; right: number; bottom: number };
  onClose: () => void;
}

export function Menu({ label, items, beside, onClose }: MenuProps) {
  const layer = useLayer({ back: onClose }, { place: (element) => putBeside(element, beside) });
  return (
    <>
      <button type="button" class="layer-back menu-outside" aria-label={label} tabIndex={-1} onClick={onClose} />
      <div ref={layer} class="menu" role="menu" aria-label={label} tabIndex={-1}>
        {items.map((item, index) => (
          <button
            key={item.text}
            type="button"
            class="menu-item"
            {...(item.chosen === undefined
              ? { role: 'menuitem' as const }
              : { role: 'menuitemradio' as const, 'aria-checked': item.chosen })}
            disabled={item.disabled}
            data-first={index === firstOf(items) ? '' : undefined}
            onClick={() => {
              onClose();
              item.onPress();
            }}
          >
            {item.icon && <Icon name={item.icon} />}
            <span class="text">{item.text}</span>
            {item.chosen && <Icon name="check" />}
          </button>
        ))}
      </div>
    </>
  );
}

function firstOf(items: MenuItem[]): number {
  const chosen = items.findIndex((item) => item.chosen && !item.disabled);
  return chosen >= 0 ? chosen : items.findIndex((item) => !item.disabled);
}
