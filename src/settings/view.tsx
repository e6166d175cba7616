// The settings page: how books are set, how the panel is refreshed, which language is spoken.

import './settings.css';
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { PanelInfo } from '../../api/panel.ts';
import { useStrings } from '../strings/languages.ts';
import { Button } from '../ui/button.tsx';
import { useLayer } from '../ui/layers.ts';
import { PagedList } from '../ui/paged-list.tsx';
import { useStore } from '../ui/use-store.ts';
import { languageRows, readingRows, type SettingsRow, screenRows } from './rows.tsx';
import type { SettingsStore } from './store.ts';

export interface SettingsViewProps {
  settings: SettingsStore;
  panel: PanelInfo;
  version: string;
  onPanel: (backend: PanelInfo['backend']) => void;
  onBack: () => void;
}

type Section = 'reading' | 'screen' | 'language' | 'about';
const sections: readonly Section[] = ['reading', 'screen', 'language', 'about'];

export function SettingsView(props: SettingsViewProps) {
  const strings = useStrings();
  const [section, setSection] = useState<Section>('reading');
  const pageKeys = useRef<((step: -1 | 1) => void) | undefined>(undefined);
  const layer = useLayer({ back: props.onBack, page: (step) => pageKeys.current?.(step) });
  return (
    <div ref={layer} class="screen" tabIndex={-1}>
      <header class="screen-header">
        <Button look="plain" icon="back" label={strings.back} first onPress={props.onBack} />
        <h1>{strings.settings.title}</h1>
      </header>
      <nav class="section-tabs">
        {sections.map((word) => (
          <Button key={word} pressed={word === section} onPress={() => setSection(word)}>
            {strings.settings[word]}
          </Button>
        ))}
      </nav>
      <main class="screen-body settings-body">
        {section === 'about' ? (
          <About version={props.version} />
        ) : (
          <Rows key={section} section={section} pageKeys={pageKeys} {...props} />
        )}
      </main>
    </div>
  );
}

interface RowsProps extends SettingsViewProps {
  section: Exclude<Section, 'about'>;
  pageKeys: { current: ((step: -1 | 1) => void) | undefined };
}

function Rows({ section, pageKeys, settings, panel, onPanel }: RowsProps) {
  const strings = useStrings();
  const state = useStore(settings.state, (value) => value);
  const rows: SettingsRow[] =
    section === 'reading'
      ? readingRows(strings.settings, state.reading, settings.changeReading)
      : section === 'screen'
        ? screenRows(strings.settings, state.screen, settings.changeScreen, { panel, onPanel })
        : languageRows(strings.settings, state.language, settings.changeLanguage);
  return (
    <PagedList
      items={rows}
      rowHeight={4.4}
      labels={strings.pages}
      keyOf={({ name }) => name}
      pageKeys={pageKeys}
      row={({ name, control }) => <Row name={name}>{control}</Row>}
    />
  );
}

function Row({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div class="setting">
      <span class="setting-name">{name}</span>
      <span class="setting-control">{children}</span>
    </div>
  );
}

function About({ version }: { version: string }) {
  const { settings: strings } = useStrings();
  return (
    <div class="about">
      <h2>Octavo</h2>
      <p>
        {strings.version} {version}
      </p>
      <p class="quiet">{strings.licence}</p>
    </div>
  );
}
