// The settings page: how books are set, how the panel is refreshed, what buttons do, which language is spoken.

import './settings.css';
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { PanelInfo } from '../../api/panel.ts';
import type { Strings } from '../strings/english.ts';
import { useStrings } from '../strings/languages.ts';
import { Button } from '../ui/button.tsx';
import { useLayer } from '../ui/layers.ts';
import { PagedList } from '../ui/paged-list.tsx';
import { useStore } from '../ui/use-store.ts';
import { CommandsDialog } from './commands-dialog.tsx';
import { type Action, controlRows } from './control-rows.tsx';
import { developerRows } from './developer-rows.tsx';
import type { DeviceSettings } from './device.ts';
import { FontsSection } from './fonts/fonts-section.tsx';
import { LearnDialog } from './learn-dialog.tsx';
import { PanelDialog } from './panel-dialog.tsx';
import { languageRows, readingRows, type SettingsRow } from './rows.tsx';
import { screenRows } from './screen-rows.tsx';
import type { SettingsStore } from './store.ts';
import type { Words } from './words/words.ts';
import { WordsSection } from './words/words-section.tsx';

export interface SettingsViewProps {
  settings: SettingsStore;
  words: Words;
  /** Shown first. */
  section?: Section | undefined;
  device: DeviceSettings;
  panel: PanelInfo;
  version: string;
  onBack: () => void;
}

type Section = 'reading' | 'fonts' | 'words' | 'screen' | 'buttons' | 'language' | 'about';
const sections: readonly Section[] = ['reading', 'fonts', 'words', 'screen', 'buttons', 'language', 'about'];

/** What is asked in a dialog over the settings. */
type Question = 'panel' | 'commands' | { learn: Action };

export function SettingsView(props: SettingsViewProps) {
  const strings = useStrings();
  const [section, setSection] = useState<Section>(props.section ?? 'reading');
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
            {sectionName(strings, word)}
          </Button>
        ))}
      </nav>
      <main class="screen-body settings-body">
        {section === 'about' && <About version={props.version} />}
        {section === 'words' ? (
          <WordsSection words={props.words} pageKeys={pageKeys} />
        ) : section === 'fonts' ? (
          <FontsSection fonts={props.settings.fonts} pageKeys={pageKeys} />
        ) : (
          <Rows key={section} {...props} section={section} pageKeys={pageKeys} />
        )}
      </main>
    </div>
  );
}

function sectionName(strings: Strings, section: Section): string {
  if (section === 'buttons') return strings.device.buttons;
  if (section === 'words') return strings.dictionary.title;
  return section === 'fonts' ? strings.typography.ownFonts.title : strings.settings[section];
}

interface RowsProps extends Omit<SettingsViewProps, 'section'> {
  section: Exclude<Section, 'fonts' | 'words'>;
  pageKeys: { current: ((step: -1 | 1) => void) | undefined };
}

function Rows({ section, pageKeys, settings, device, panel }: RowsProps) {
  const strings = useStrings();
  const [question, setQuestion] = useState<Question>();
  const value = useStore(settings.state, (state) => state);
  const state = useStore(device.state, (facts) => facts);
  const fonts = useStore(settings.fonts.state, ({ families }) => families);
  const rowsOf: Record<RowsProps['section'], () => SettingsRow[]> = {
    reading: () => readingRows(strings, value.reading, fonts, settings.changeReading, settings.resetReading),
    screen: () =>
      screenRows({
        ...{ strings, panel, state, device, onAsk: setQuestion },
        screen: value.screen,
        change: settings.changeScreen,
      }),
    buttons: () => {
      const learn = (action: Action) => setQuestion({ learn: action });
      return controlRows(strings, value.controls, settings.changeControls, learn);
    },
    language: () => languageRows(strings.settings, value.language, settings.changeLanguage),
    about: () => developerRows(strings, value.screen, settings.changeScreen),
  };
  return (
    <>
      <PagedList
        items={rowsOf[section]()}
        rowHeight={4.4}
        labels={strings.pages}
        keyOf={({ name }) => name}
        pageKeys={pageKeys}
        row={(row) => <Row {...row} />}
      />
      {question && (
        <Asked question={question} settings={settings} device={device} onClose={() => setQuestion(undefined)} />
      )}
    </>
  );
}

interface AskedProps extends Pick<SettingsViewProps, 'settings' | 'device'> {
  question: Question;
  onClose: () => void;
}

function Asked({ question, settings, device, onClose }: AskedProps) {
  const { panels, options } = useStore(device.state, (facts) => facts);
  if (question === 'panel') {
    const choose = async (name: Parameters<DeviceSettings['setPanel']>[0]) => {
      await device.setPanel(name);
      onClose();
    };
    return <PanelDialog panels={panels} onChoose={(name) => void choose(name)} onClose={onClose} />;
  }
  if (question === 'commands') {
    return <CommandsDialog options={options} onSave={device.setOptions} onClose={onClose} />;
  }
  const learned = async (key: string) => {
    const { keys } = settings.state.getState().controls;
    await settings.changeControls({ keys: { ...keys, [key]: question.learn } });
    onClose();
  };
  return <LearnDialog action={question.learn} onLearned={(key) => void learned(key)} onClose={onClose} />;
}

function Row({ name, detail, control }: SettingsRow): ComponentChildren {
  return (
    <div class="setting">
      <span class="setting-name">
        {name}
        {detail && <span class="setting-detail quiet">{detail}</span>}
      </span>
      <span class="setting-control">{control}</span>
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
