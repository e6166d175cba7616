// What may lie over the page: the open panel, and the overlays of the features, each of which knows by itself whether
// it is shown. A new one is a line in the table.

import type { ComponentType } from 'preact';
import { useStrings } from '../strings/languages.ts';
import { UnkeptDialog } from '../ui/unkept-dialog.tsx';
import { useStore } from '../ui/use-store.ts';
import { NotePopup } from './footnotes/note-popup.tsx';
import { MarkMenu } from './marks/mark-menu.tsx';
import { NarrationBar } from './narration/narration-bar.tsx';
import { OutsideDialog } from './network/outside-dialog.tsx';
import { OfferBar } from './opening/offer-bar.tsx';
import { panels } from './panels/panels.tsx';
import { TextBelow } from './panels/whole-lines.ts';
import { PictureViewer } from './pictures/picture-viewer.tsx';
import { PressFrame } from './pressing/press-frame.tsx';
import { SearchBar } from './search/search-bar.tsx';
import { SelectionOverlay } from './selection/handles.tsx';
import { MarginSigns } from './thoughts/margin-signs.tsx';
import type { OverlayProps, ReaderViewProps } from './view-props.ts';

/** From the lowest to the highest. */
const overlays: readonly ComponentType<OverlayProps>[] = [
  MarginSigns,
  OfferOverlay,
  SelectionOverlay,
  PressFrame,
  MarkMenuOverlay,
  SearchBar,
  NarrationBar,
  NotePopup,
  PictureViewer,
  PanelOverlay,
  UnkeptOverlay,
  OutsideOverlay,
];

export function Overlays(props: ReaderViewProps) {
  const open = useStore(props.reading.state, (state) => state.stage === 'open');
  const { features } = props.reading;
  if (!open || !features) return null;
  return (
    <TextBelow.Provider value={() => features.selecting.text}>
      {overlays.map((Overlay) => (
        <Overlay key={Overlay.name} {...props} features={features} />
      ))}
    </TextBelow.Provider>
  );
}

function PanelOverlay(props: OverlayProps) {
  const panel = useStore(props.reading.state, (state) => state.panel);
  const Shown = panel && panels[panel];
  return Shown ? <Shown key={panel} {...props} /> : null;
}

function OfferOverlay({ reading }: OverlayProps) {
  const offer = useStore(reading.state, (state) => state.offer);
  return offer ? <OfferBar reading={reading} offer={offer} /> : null;
}

function MarkMenuOverlay({ reading }: OverlayProps) {
  const chosen = useStore(reading.state, (state) => state.chosen);
  return chosen ? <MarkMenu key={boxKey(chosen.box)} reading={reading} chosen={chosen} /> : null;
}

/** Another place of the menu is another menu: it is laid out before it is painted. */
function boxKey({ x, y, width, height }: { x: number; y: number; width: number; height: number }): string {
  return [x, y, width, height].map(Math.round).join();
}

function UnkeptOverlay({ reading }: OverlayProps) {
  const unkept = useStore(reading.state, (state) => state.unkept);
  return unkept ? <UnkeptDialog onClose={() => reading.dismiss()} /> : null;
}

function OutsideOverlay({ reading, onOpenOutside }: OverlayProps) {
  const strings = useStrings();
  const outside = useStore(reading.state, (state) => state.outside);
  if (outside === undefined) return null;
  return (
    <OutsideDialog
      url={outside}
      strings={strings}
      onClose={() => reading.dismiss()}
      onOpen={() => {
        onOpenOutside(outside);
        reading.dismiss();
      }}
    />
  );
}
