// The bar above the shelf: its title and tools, or the search field, or what to do with the selected books.

import { useEffect, useState } from 'preact/hooks';
import { useStrings } from '../strings/languages.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useStore } from '../ui/use-store.ts';
import type { Downloads } from './downloads.ts';
import type { Question } from './entry-menu.tsx';
import type { Shelf } from './shelf.ts';

/** Milliseconds. */
const typingPause = 300;

export type ShelfTool = 'arrange' | 'more';

export interface ShelfHeaderProps {
  shelf: Shelf;
  downloads: Downloads;
  onAdd: () => void;
  onNotes: () => void;
  onTool: (tool: ShelfTool, button: HTMLElement) => void;
  onAsk: (question: Question) => void;
}

export function ShelfHeader(props: ShelfHeaderProps) {
  const selecting = useStore(props.shelf.state, (state) => state.selected !== undefined);
  const searching = useStore(props.shelf.state, (state) => state.search !== undefined);
  if (selecting) return <SelectionBar {...props} />;
  return searching ? <SearchBar {...props} /> : <TitleBar {...props} />;
}

function TitleBar({ shelf, onAdd, onNotes, onTool }: ShelfHeaderProps) {
  const { shelf: strings } = useStrings();
  const folder = useStore(shelf.state, (state) => state.folder);
  const filter = useStore(shelf.state, (state) => state.filter);
  const title = folder ? folder.name : filter === 'all' ? strings.title : strings.filter[filter];
  const back = folder ? () => shelf.leaveFolder() : filter === 'all' ? undefined : () => shelf.show('all');
  return (
    <header class="screen-header">
      {back && <Button look="plain" icon="back" label={strings.leaveFolder} onPress={() => void back()} />}
      <h1>{title}</h1>
      <Button look="plain" icon="search" label={strings.search} onPress={() => void shelf.search('')} />
      <ToolButton icon="grid" label={strings.arrange} onPress={(button) => onTool('arrange', button)} />
      <Button look="plain" icon="add" label={strings.add} onPress={onAdd} />
      <Button look="plain" icon="notes" label={strings.notes} onPress={onNotes} />
      <ToolButton icon="menu" label={strings.more} onPress={(button) => onTool('more', button)} />
    </header>
  );
}

function ToolButton(props: { icon: 'grid' | 'menu'; label: string; onPress: (button: HTMLElement) => void }) {
  const element: { current: HTMLButtonElement | null } = { current: null };
  return (
    <Button
      look="plain"
      hasMenu
      icon={props.icon}
      label={props.label}
      buttonRef={element}
      onPress={() => element.current && props.onPress(element.current)}
    />
  );
}

function SearchBar({ shelf }: ShelfHeaderProps) {
  const { shelf: strings } = useStrings();
  // The field keeps its own text: the shelf follows when the typing pauses, in one repaint.
  const [typed, setTyped] = useState<string>();
  useEffect(() => {
    if (typed === undefined) return;
    const timer = setTimeout(() => void shelf.search(typed), typingPause);
    return () => clearTimeout(timer);
  }, [shelf, typed]);
  const text = typed ?? shelf.state.getState().search ?? '';
  return (
    <header class="screen-header">
      <TextField label={strings.search} hideLabel first value={text} onInput={setTyped} />
      <Button look="plain" icon="close" label={strings.endSearch} onPress={() => void shelf.search(undefined)} />
    </header>
  );
}

function SelectionBar({ shelf, downloads, onAsk }: ShelfHeaderProps) {
  const strings = useStrings();
  const selected = useStore(shelf.state, (state) => state.selected);
  const bookIds = [...(selected ?? [])];
  const none = bookIds.length === 0;
  return (
    <header class="screen-header">
      <h1>{strings.shelf.selected(bookIds.length)}</h1>
      <Button
        look="plain"
        icon="folder"
        label={strings.shelf.move}
        disabled={none}
        onPress={() => onAsk({ ask: 'move', bookIds })}
      />
      <Button
        look="plain"
        icon="pin"
        label={strings.shelf.pin}
        disabled={none}
        onPress={() => void shelf.forBooks(bookIds, (part) => ({ kind: 'shelf.top', bookIds: part, isTop: 1 }))}
      />
      <Button
        look="plain"
        icon="download"
        label={strings.storage.download}
        disabled={none}
        onPress={() => void downloads.add(bookIds).then(() => shelf.select(undefined))}
      />
      <Button
        look="plain"
        icon="trash"
        label={strings.shelf.remove}
        disabled={none}
        onPress={() => onAsk({ ask: 'remove', bookIds })}
      />
      <Button onPress={() => shelf.select(undefined)}>{strings.done}</Button>
    </header>
  );
}
