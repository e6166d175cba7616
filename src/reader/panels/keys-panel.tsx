// What keys, taps and swipes do: the same table that the page obeys.

import { useRef } from 'preact/hooks';
import { useStrings } from '../../strings/languages.ts';
import { PagedList } from '../../ui/paged-list.tsx';
import type { BookDirection, PageAction } from '../input/input.ts';
import { bindingGroups, keyAction } from '../input/key-bindings.ts';
import { overGroups } from '../input/keys-over-page.ts';
import type { OverlayProps } from '../view-props.ts';
import { Sheet } from './sheet.tsx';

interface Row {
  name: string;
  text?: string;
  keys?: readonly string[];
  heading?: boolean;
}

export function KeysPanel({ reading, features: { narrating } }: OverlayProps) {
  const strings = useStrings();
  const { keyHelp, device } = strings;
  const pageKeys = useRef<((step: -1 | 1) => void) | undefined>(undefined);
  const { available } = narrating.state.getState();
  const rows: Row[] = [
    ...bindingGroups
      .filter(({ name }) => available || name !== 'aloud')
      .flatMap(({ name, bindings }) => [
        { name: keyHelp.groups[name], heading: true },
        ...bindings.map(({ action, keys }) => ({
          name: keyHelp.actions[action],
          keys: namesOf([...keys, ...arrowsOf(action, reading.direction)], keyHelp.names),
        })),
      ]),
    ...overGroups.flatMap(({ name, bindings }) => [
      { name: keyHelp.groups[name], heading: true },
      ...bindings.map((binding) => ({ name: keyHelp.over[binding.name], keys: namesOf(binding.keys, keyHelp.names) })),
    ]),
    { name: keyHelp.gestures, heading: true },
    { name: keyHelp.taps, text: device.tapLayouts[reading.controls.taps] },
    ...(reading.controls.swipes ? [{ name: keyHelp.swipes, text: keyHelp.swipe }] : []),
    { name: keyHelp.pinch, text: keyHelp.pinchText },
    { name: keyHelp.hold, text: keyHelp.holdWords },
  ];
  return (
    <Sheet
      title={keyHelp.title}
      tall
      keys={{ page: (step) => pageKeys.current?.(step) }}
      onClose={() => reading.show(undefined)}
    >
      <PagedList
        items={rows}
        rowHeight={2.6}
        labels={strings.pages}
        keyOf={({ name }) => name}
        leads={({ heading }) => heading === true}
        pageKeys={pageKeys}
        row={(row) => <KeyRow {...row} />}
      />
    </Sheet>
  );
}

function KeyRow({ name, text, keys, heading }: Row) {
  if (heading) return <h3 class="key-heading">{name}</h3>;
  return (
    <div class="key-row">
      <span>{name}</span>
      {text !== undefined && <span class="key-text">{text}</span>}
      {keys && (
        <span class="key-names">
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </span>
      )}
    </div>
  );
}

/** Which of them turns the page depends on where the book runs. */
function arrowsOf(action: PageAction, direction: BookDirection): string[] {
  return ['ArrowLeft', 'ArrowRight'].filter((key) => keyAction({ key, shiftKey: false }, direction) === action);
}

/** Keys as they are called; a shape of the same key that is only typed otherwise is not named twice. */
function namesOf(keys: readonly string[], names: Readonly<Record<string, string>>): string[] {
  return keys
    .filter((key) => !['{', '}', 'Find'].includes(key))
    .map((key) => names[key] ?? (/^[A-Z]$/.test(key) ? `Shift ${key}` : key.length > 1 ? key : key.toUpperCase()));
}
