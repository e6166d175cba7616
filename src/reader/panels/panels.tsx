// Every panel of the reader by its name. A new one is a name in `Panel` and a line here.

import type { ComponentType } from 'preact';
import type { Panel } from '../reading-state.ts';
import { SearchPanel } from '../search/search-panel.tsx';
import type { OverlayProps } from '../view-props.ts';
import { ContentsPanel } from './contents-panel.tsx';
import { FactsPanel } from './facts-panel.tsx';
import { GoToPanel } from './go-to-panel.tsx';
import { KeysPanel } from './keys-panel.tsx';
import { MenuPanel } from './menu-panel.tsx';
import { TypePanel } from './type-panel.tsx';

export const panels: Readonly<Record<Panel, ComponentType<OverlayProps>>> = {
  menu: MenuPanel,
  contents: ContentsPanel,
  goTo: GoToPanel,
  type: TypePanel,
  facts: FactsPanel,
  search: SearchPanel,
  keys: KeysPanel,
};
