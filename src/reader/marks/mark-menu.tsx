// The menu beside selected words or a mark: how it is marked, and what else can be done with the words. The focus stays
// in the text, so that a selection can still be made longer; keys reach the menu all the same.

import type { MarkRow } from '../../db/marks/marks.ts';
import { useStrings } from '../../strings/languages.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { useLayer } from '../../ui/layers.ts';
import { putBeside } from '../../ui/place-beside.ts';
import { keyAction } from '../input/key-bindings.ts';
import type { Reading } from '../reading.ts';
import { selectionActions } from '../selection/selection-actions.ts';
import { type Chosen, subjectOf } from '../selection/subject.ts';

const styleIcons = ['line', 'wave', 'marker'] as const satisfies IconName[];
/** As they are drawn; the first is the style by itself. */
const greys = ['#ccc', '#e4e4e4', '#ccc', '#aaa', '#888', '#333'] as const;
const lineGreys = ['#000', '#aaa', '#888', '#666', '#333', '#000'] as const;
const offered = [0, 1, 3, 4] as const;

export function MarkMenu({ reading, chosen }: { reading: Reading; chosen: Chosen }) {
  const { reader, selection: words } = useStrings();
  const layer = useMenuLayer(reading, chosen);
  const current = chosen.kind === 'mark' ? chosen.mark.style : undefined;
  const subject = subjectOf(chosen);
  const markable = chosen.kind === 'mark' || chosen.kept?.length !== 0;
  const isSpoken = reading.features?.narrating.state.getState().available === true;
  const searchable = reading.features?.search.possible === true;
  const actions = selectionActions.filter(
    ({ keeps, spoken, searches }) => (markable || !keeps) && (isSpoken || !spoken) && (searchable || !searches),
  );
  return (
    <div
      ref={layer}
      class="mark-menu"
      role="menu"
      aria-label={chosen.kind === 'new' ? reader.mark.selected : reader.mark.chosen}
      tabIndex={-1}
    >
      {markable &&
        styleIcons.map((icon, style) => (
          <Tile
            key={icon}
            icon={icon}
            text={reader.mark.styles[style] ?? ''}
            {...(current === undefined ? {} : { pressed: current === style })}
            first={style === (current ?? 0)}
            onPress={() => void reading.marking?.mark(style as MarkRow['style'])}
          />
        ))}
      {chosen.kind === 'mark' && <Greys reading={reading} mark={chosen.mark} />}
      {actions.map(({ name, icon, run }, index) => (
        <Tile
          key={name}
          icon={icon}
          text={words.actions[name]}
          first={!markable && index === 0}
          onPress={() => run(reading, subject)}
        />
      ))}
      {chosen.kind === 'mark' && (
        <Tile icon="trash" text={reader.mark.delete} onPress={() => void reading.marking?.remove()} />
      )}
    </div>
  );
}

interface TileProps {
  icon: IconName;
  text: string;
  pressed?: boolean;
  first?: boolean;
  onPress: () => void;
}

function Tile({ icon, text, pressed, first, onPress }: TileProps) {
  return (
    <button
      type="button"
      class="mark-tile"
      aria-label={text}
      aria-pressed={pressed}
      data-first={first ? '' : undefined}
      onClick={onPress}
    >
      <Icon name={icon} />
      <span>{text}</span>
    </button>
  );
}

function Greys({ reading, mark }: { reading: Reading; mark: MarkRow }) {
  const { selection: words } = useStrings();
  return (
    <div class="mark-greys">
      {offered.map((grey, index) => (
        <button
          key={grey}
          type="button"
          class="mark-grey"
          aria-label={words.grey(index + 1)}
          aria-pressed={mark.colorStyle === grey}
          onClick={() => void reading.marking?.tint(grey)}
        >
          <span style={{ background: mark.style === 2 ? greys[grey] : lineGreys[grey] }} />
        </button>
      ))}
    </div>
  );
}

function useMenuLayer(reading: Reading, chosen: Chosen) {
  const layer = useLayer(
    {
      back: () => reading.marking?.unchoose(),
      key: (event) => {
        const inside = layer.current?.contains(document.activeElement) ?? false;
        if (event.shiftKey && event.key.startsWith('Arrow')) return reading.features?.selecting.key(event) ?? false;
        if (event.key === 'Tab' && !inside) {
          layer.current?.querySelector('button')?.focus({ preventScroll: true });
          return true;
        }
        const action = keyAction(event, reading.direction);
        if (event.key.startsWith('Arrow') || event.key === ' ' || action === 'menu' || !action) return false;
        reading.act(action);
        return true;
      },
    },
    {
      keepFocus: chosen.kind === 'new' && reading.state.getState().selection?.by !== 'keys',
      place: (element) => putBelow(element, chosen),
    },
  );
  return layer;
}

function putBelow(element: HTMLElement, { box, kind }: Chosen): void {
  const { x, y, width, height } = box;
  // The handles hang below the words, and at their sides where lines run down.
  const hanging = kind === 'new' ? 1.6 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize) : 0;
  const upright = height > width;
  const aside = upright ? hanging : 0;
  putBeside(
    element,
    { left: x - aside, top: y, right: x + width + aside, bottom: y + height + hanging },
    { margin: 12, centred: true },
  );
}
