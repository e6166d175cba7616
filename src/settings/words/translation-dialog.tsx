// Sets the translation service up: which kind, where it is, and the key, which is kept but never shown again.

import { useRef, useState } from 'preact/hooks';
import { AppError } from '../../../api/errors.ts';
import type { TranslationKind, TranslationOptions, TranslationState } from '../../../api/translation.ts';
import { useStrings } from '../../strings/languages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { Words } from './words.ts';

const kinds: readonly TranslationKind[] = ['none', 'libretranslate', 'deepl', 'custom', 'command'];
type Field = 'address' | 'target' | 'header' | 'body' | 'result' | 'command';

/** In as many steps as small panels need. */
const stepsOf: Readonly<Record<TranslationKind, readonly (readonly Field[])[]>> = {
  none: [[]],
  libretranslate: [['address', 'target']],
  deepl: [['address', 'target']],
  custom: [
    ['address', 'target'],
    ['header', 'body', 'result'],
  ],
  command: [['command', 'target']],
};
/** Milliseconds in which a second tap, on a panel that answers late, is none on what has come to stand there. */
const doubled = 400;
const longest: Readonly<Record<Field, number>> = {
  address: 2048,
  target: 35,
  header: 1024,
  body: 4096,
  result: 256,
  command: 1024,
};

export interface TranslationDialogProps {
  words: Words;
  state: TranslationState;
  onClose: () => void;
}

export function TranslationDialog({ words, state, onClose }: TranslationDialogProps) {
  const strings = useStrings();
  const { translation } = strings;
  const [options, setOptions] = useState<TranslationOptions>(state.options);
  const [key, setKey] = useState<string>();
  const [wrong, setWrong] = useState(false);
  const [step, setStep] = useState(0);
  const steps = stepsOf[options.kind];
  const isLast = step === steps.length - 1;
  const steppedAt = useRef(Number.NEGATIVE_INFINITY);
  const stepBy = (by: 1 | -1) => {
    steppedAt.current = performance.now();
    setStep(step + by);
  };
  const isDoubled = () => performance.now() - steppedAt.current < doubled;
  const goOn = () => {
    if (isDoubled()) return;
    if (isLast) void save();
    else stepBy(1);
  };
  const goBack = () => {
    if (isDoubled()) return;
    if (step === 0) onClose();
    else stepBy(-1);
  };
  const save = async () => {
    try {
      await words.setUp(options, key);
      onClose();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      setWrong(true);
    }
  };
  return (
    <Dialog
      title={translation.title}
      onClose={goBack}
      onSubmit={goOn}
      buttons={
        <>
          <Button onPress={goBack}>{step === 0 ? strings.cancel : strings.back}</Button>
          <Button look="strong" submit>
            {isLast ? translation.save : translation.next}
          </Button>
        </>
      }
    >
      <div class="translation-fields">
        {step === 0 && (
          <div class="translation-kinds">
            {kinds.map((kind) => (
              <Button key={kind} pressed={kind === options.kind} onPress={() => setOptions({ ...options, kind })}>
                {translation.kinds[kind]}
              </Button>
            ))}
          </div>
        )}
        {steps[step]?.map((field) => (
          <TextField
            key={field}
            label={translation.fields[field]}
            value={options[field]}
            maxLength={longest[field]}
            onInput={(value) => setOptions({ ...options, [field]: value })}
          />
        ))}
        {step === 0 && options.kind !== 'none' && options.kind !== 'command' && (
          <TextField
            label={state.hasKey && key === undefined ? translation.keyKept : translation.key}
            value={key ?? ''}
            type="password"
            maxLength={1024}
            onInput={setKey}
          />
        )}
        <p class="quiet">{wrong ? translation.wrong : translation.help[options.kind]}</p>
      </div>
    </Dialog>
  );
}
