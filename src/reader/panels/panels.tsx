// Every panel of the reader by its name. A new one is a name in `Panel` and a line here.

import type { ComponentType } from 'preact';
import { useStore } from '../../ui/use-store.ts';
import { DictionaryPanel } from '../dictionary/dictionary-panel.tsx';
import { PagesPanel } from '../drawn-pages/pages-panel.tsx';
import { FooterPanel } from '../footer/footer-panel.tsx';
import { GoToPanel } from '../go-to/go-to-panel.tsx';
import { NavigationPanel } from '../navigation/navigation-panel.tsx';
import { OthersPanel } from '../popular/others-panel.tsx';
import type { Panel } from '../reading-state.ts';
import { SearchPanel } from '../search/search-panel.tsx';
import { SharePanel } from '../share/share-panel.tsx';
import { ThoughtPanel } from '../thoughts/thought-panel.tsx';
import { ThoughtsPanel } from '../thoughts/thoughts-panel.tsx';
import { TranslationPanel } from '../translation/translation-panel.tsx';
import type { OverlayProps } from '../view-props.ts';
import { FactsPanel } from './facts-panel.tsx';
import { KeysPanel } from './keys-panel.tsx';
import { LightPanel } from './light-panel.tsx';
import { MenuPanel } from './menu-panel.tsx';
import { MorePanel } from './more-panel.tsx';
import { TypePanel } from './type-panel.tsx';

export const panels: Readonly<Record<Panel, ComponentType<OverlayProps>>> = {
  menu: MenuPanel,
  more: MorePanel,
  contents: NavigationPanel,
  goTo: GoToPanel,
  type: LookPanel,
  light: LightPanel,
  facts: FactsPanel,
  search: SearchPanel,
  keys: KeysPanel,
  footer: FooterPanel,
  thought: ThoughtPanel,
  thoughts: ThoughtsPanel,
  others: OthersPanel,
  dictionary: DictionaryPanel,
  translation: TranslationPanel,
  share: SharePanel,
};

/** Drawn pages have no type to set, and are fitted instead. */
function LookPanel(props: OverlayProps) {
  const drawn = useStore(props.reading.state, (state) => state.facts?.pages !== undefined);
  return drawn ? <PagesPanel {...props} /> : <TypePanel {...props} />;
}
