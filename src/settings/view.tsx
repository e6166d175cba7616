// The settings page: how books are set, how the panel is refreshed, what buttons do, which language is spoken.

import './settings.css';
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { PanelInfo } from '../../api/panel.ts';
import type { ControlSettings } from '../db/settings/control-settings.ts';
import type { ReadingSettings } from '../db/settings/reading-settings.ts';
import type { ScreenSettings } from '../db/settings/screen-settings.ts';
import type { Strings } from '../strings/english.ts';
import { useStrings } from '../strings/languages.ts';
import { Button } from '../ui/button.tsx';
import { useLayer } from '../ui/layers.ts';
import { PagedList } from '../ui/paged-list.tsx';
import { UnkeptDialog } from '../ui/unkept-dialog.tsx';
import { useStore } from '../ui/use-store.ts';
import { CommandsDialog } from './commands-dialog.tsx';
import { type Action, controlRows } from './control-rows.tsx';
import { developerRows } from './developer-rows.tsx';
import type { DeviceSettings } from './device.ts';
import { FontsSection } from './fonts/fonts-section.tsx';
import type { Change } from './kept-setting.ts';
import { LearnDialog } from './learn-dialog.tsx';
import { PanelDialog } from './panel-dialog.tsx';
import { languageRows, readingRows, type SettingsRow } from './rows.tsx';
import { screenRows } from './screen-rows.tsx';
import type { Storage } from './storage/storage.ts';
import { StorageSection } from './storage/storage-section.tsx';
import type { SettingsStore } from './store.ts';
import type { Words } from './words/words.ts';
import { WordsSection } from './words/words-section.tsx';

export interface SettingsViewProps {
  settings: SettingsStore;
  words: Words;
  storage: Storage;
  /** Shown first. */
  section?: Section | undefined;
  device: DeviceSettings;
  panel: PanelInfo;
  version: string;
  onBack: () => void;
  report: (error: unknown) => void;
}

const sections = ['reading', 'fonts', 'words', 'storage', 'screen', 'buttons', 'language', 'about'] as const;
type Section = (typeof sections)[number];

/** What is asked in a dialog over the settings. */
type Question = 'panel' | 'commands' | 'unkept' | { learn: Action };

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
        ) : section === 'storage' ? (
          <StorageSection storage={props.storage} pageKeys={pageKeys} report={props.report} />
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
  if (section === 'storage') return strings.storage.title;
  return section === 'fonts' ? strings.typography.ownFonts.title : strings.settings[section];
}

interface RowsProps extends Omit<SettingsViewProps, 'section'> {
  section: Exclude<Section, 'fonts' | 'words' | 'storage'>;
  pageKeys: { current: ((step: -1 | 1) => void) | undefined };
}

function Rows({ section, pageKeys, settings, device, panel, report }: RowsProps) {
  const strings = useStrings();
  const [question, setQuestion] = useState<Question>();
  /** A change that is not kept is taken back, and the reader told why. */
  const keep = async (kept: Promise<void>) => {
    try {
      await kept;
    } catch (error) {
      report(error);
      setQuestion('unkept');
    }
  };
  const changeScreen = (change: Partial<ScreenSettings>) => void keep(settings.changeScreen(change));
  const changeControls = (change: Change<ControlSettings>) => void keep(settings.changeControls(change));
  const value = useStore(settings.state, (state) => state);
  const state = useStore(device.state, (facts) => facts);
  const fonts = useStore(settings.fonts.state, ({ families }) => families);
  const rowsOf: Record<RowsProps['section'], () => SettingsRow[]> = {
    reading: () => {
      const change = (next: Partial<ReadingSettings>) => void keep(settings.changeReading(next));
      return readingRows(strings, value.reading, fonts, change, () => void keep(settings.resetReading()));
    },
    screen: () =>
      screenRows({
        ...{ strings, panel, state, device, report, onAsk: setQuestion },
        screen: value.screen,
        change: changeScreen,
      }),
    buttons: () => {
      const learn = (action: Action) => setQuestion({ learn: action });
      return controlRows(strings, value.controls, changeControls, learn);
    },
    language: () => languageRows(strings.settings, value.language, (next) => void keep(settings.changeLanguage(next))),
    about: () => developerRows(strings, value.screen, changeScreen),
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
        <Asked
          question={question}
          device={device}
          onLearned={(key, action) => changeControls(({ keys }) => ({ keys: { ...keys, [key]: action } }))}
          onClose={() => setQuestion(undefined)}
        />
      )}
    </>
  );
}

interface AskedProps extends Pick<SettingsViewProps, 'device'> {
  question: Question;
  /** `key`: of the button that does it from now on. */
  onLearned: (key: string, action: Action) => void;
  onClose: () => void;
}

function Asked({ question, device, onLearned, onClose }: AskedProps) {
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
  if (question === 'unkept') return <UnkeptDialog onClose={onClose} />;
  const learned = (key: string) => {
    onClose();
    onLearned(key, question.learn);
  };
  return <LearnDialog action={question.learn} onLearned={learned} onClose={onClose} />;
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
