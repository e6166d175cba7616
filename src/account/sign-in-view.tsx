// The sign-in page: a QR code for the phone, the same in words, and the two other ways.

import './account.css';
import { useLayoutEffect } from 'preact/hooks';
import { errorText } from '../strings/error-text.ts';
import { useStrings } from '../strings/languages.ts';
import { Button } from '../ui/button.tsx';
import { useLayer } from '../ui/layers.ts';
import { Notice } from '../ui/notice.tsx';
import { useStore } from '../ui/use-store.ts';
import type { SignIn } from './sign-in.ts';

export interface SignInViewProps {
  signIn: SignIn;
  /** Absent when there is nothing to go back to. */
  onBack: (() => void) | undefined;
  onLocal: () => void;
}

export function SignInView({ signIn, onBack, onLocal }: SignInViewProps) {
  const strings = useStrings();
  const layer = useLayer(onBack ? { back: onBack } : {});
  const browserOpened = useStore(signIn.state, (state) => state.browserOpened);
  const problem = useStore(signIn.state, (state) => state.problem);
  // With the view itself: a moment later the next sign-in may have begun.
  useLayoutEffect(() => () => signIn.stop(), [signIn]);
  return (
    <div ref={layer} class="screen sign-in" tabIndex={-1}>
      <header class="sign-in-head">
        {onBack && <Button look="plain" icon="back" label={strings.back} onPress={onBack} />}
        <h1>{strings.signIn.title}</h1>
        <p class="quiet">{strings.signIn.intro}</p>
      </header>
      <main class="sign-in-body">
        <DeviceCode signIn={signIn} />
        {problem && (
          <Notice buttons={<Button onPress={() => void signIn.start()}>{strings.signIn.again}</Button>}>
            {errorText(strings, problem)}
          </Notice>
        )}
        {browserOpened && <Notice icon="person">{strings.signIn.hereOpened}</Notice>}
      </main>
      <footer class="sign-in-ways">
        <Button first onPress={() => void signIn.inBrowser()}>
          {strings.signIn.here}
        </Button>
        <Button look="plain" onPress={onLocal}>
          {strings.signIn.without}
        </Button>
      </footer>
    </div>
  );
}

function DeviceCode({ signIn }: { signIn: SignIn }) {
  const { signIn: strings } = useStrings();
  const device = useStore(signIn.state, (state) => state.device);
  if (!device) return null;
  return (
    <section class="device-code">
      <img class="qr" src={`data:image/svg+xml,${encodeURIComponent(device.qr)}`} alt={strings.qr} />
      <p>
        {strings.scan} {strings.orVisit}
      </p>
      <p class="device-address">{device.verificationUri}</p>
      <p class="user-code" data-user-code={device.userCode}>
        {device.userCode}
      </p>
      <p class="quiet">{strings.waiting}</p>
    </section>
  );
}
