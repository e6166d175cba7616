// Shows the picture of a quotation before it is saved or copied: three layouts, in greys or as it is.

import './share.css';
import { useStrings } from '../../strings/languages.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { useStore } from '../../ui/use-store.ts';
import { Sheet } from '../panels/sheet.tsx';
import type { OverlayProps } from '../view-props.ts';
import type { CardLayout } from './draw-card.ts';

export function SharePanel({ reading, features }: OverlayProps) {
  const { share: words } = useStrings();
  const { sharing } = features;
  const { layout, greys, picture, outcome } = useStore(sharing.state, (state) => state);
  const layouts: [CardLayout, string][] = [
    ['plain', words.layouts.plain],
    ['cover', words.layouts.cover],
    ['framed', words.layouts.framed],
  ];
  const shades: [boolean, string][] = [
    [true, words.greys],
    [false, words.colours],
  ];
  return (
    <Sheet title={words.title} tall onClose={() => reading.show(undefined)}>
      <div class="share-picture">{picture && <img src={picture} alt={words.title} decoding="sync" />}</div>
      <p class="share-outcome" role="status">
        {outcome?.kind === 'saved' ? words.saved(outcome.path) : outcome && words[outcome.kind]}
      </p>
      <div class="share-choices">
        <Choice
          name={words.layout}
          options={layouts}
          value={layout}
          onChange={(next) => reading.later(sharing.change({ layout: next }))}
        />
        <Choice
          name={words.shades}
          options={shades}
          value={greys}
          onChange={(next) => reading.later(sharing.change({ greys: next }))}
        />
      </div>
      <div class="sheet-buttons">
        <Button icon="copy" onPress={() => reading.later(sharing.copy())}>
          {words.copy}
        </Button>
        <Button look="strong" icon="download" first onPress={() => reading.later(sharing.save())}>
          {words.save}
        </Button>
      </div>
    </Sheet>
  );
}
