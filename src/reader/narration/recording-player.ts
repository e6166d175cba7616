// Plays one stretch of a recording after another, and says when each has ended. Stretches that follow one another are
// played through, without a gap. Knows nothing of text.

export interface Stretch {
  /** Object URL of the recording; absent for a silence of `seconds`. */
  address: string | undefined;
  /** Seconds. */
  begin: number;
  end: number | undefined;
  /** How long the silence is. */
  seconds: number;
}

export interface PlayerEvents {
  /** Seconds of the stretch that have been played, a few times a second. */
  progress(seconds: number, ofSeconds: number): void;
  ended(): void;
  /** The recording cannot be played. */
  failed(): void;
}

export interface RecordingPlayer {
  play(stretch: Stretch, rate: number): void;
  pause(): void;
  resume(): void;
  close(): void;
}

/** Nearer than this, in seconds, the next stretch simply goes on. */
const seamless = 0.12;
/** Milliseconds between two looks at where the recording is. */
const lookEvery = 250;

export type OpenPlayer = (events: PlayerEvents) => RecordingPlayer;

export const openRecordingPlayer: OpenPlayer = (events) => {
  const audio = new Audio();
  audio.preload = 'auto';
  let stretch: Stretch | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Of a silence: what is left of it in milliseconds, and since when it runs. */
  let left = 0;
  let since = 0;

  const lengthOf = ({ begin, end, seconds, address }: Stretch) =>
    address ? (end ?? (Number.isFinite(audio.duration) ? audio.duration : begin)) - begin : seconds;
  const finish = () => {
    clearTimeout(timer);
    const done = stretch;
    stretch = undefined;
    if (done) events.ended();
  };
  /** Looks again soon, at the latest when the stretch ends. */
  const watch = () => {
    clearTimeout(timer);
    if (!stretch?.address) return;
    const { begin, end } = stretch;
    const at = audio.currentTime;
    if (end !== undefined && at >= end - 0.005) {
      finish();
      return;
    }
    events.progress(Math.max(0, at - begin), lengthOf(stretch));
    const untilEnd = end === undefined ? lookEvery : ((end - at) / audio.playbackRate) * 1000;
    timer = setTimeout(watch, Math.max(4, Math.min(lookEvery, untilEnd)));
  };
  const start = () => {
    audio.play().then(watch, (error: unknown) => {
      // A pause that comes before the recording has begun is no failure.
      if (stretch && !(error instanceof DOMException && error.name === 'AbortError')) events.failed();
    });
  };
  audio.addEventListener('ended', () => {
    if (stretch?.address) finish();
  });
  audio.addEventListener('error', () => {
    if (stretch?.address) events.failed();
  });
  const runSilence = () => {
    since = performance.now();
    timer = setTimeout(finish, left);
  };
  return {
    play(next, rate) {
      clearTimeout(timer);
      stretch = next;
      if (!next.address) {
        audio.pause();
        left = (next.seconds * 1000) / rate;
        runSilence();
        return;
      }
      const goesOn = audio.src === next.address && !audio.paused && Math.abs(audio.currentTime - next.begin) < seamless;
      if (audio.src !== next.address) audio.src = next.address;
      audio.playbackRate = rate;
      if (goesOn) {
        watch();
        return;
      }
      audio.currentTime = next.begin;
      start();
    },
    pause() {
      clearTimeout(timer);
      if (stretch && !stretch.address) left -= performance.now() - since;
      audio.pause();
    },
    resume() {
      if (!stretch) return;
      if (stretch.address) start();
      else runSilence();
    },
    close() {
      clearTimeout(timer);
      stretch = undefined;
      audio.pause();
      audio.removeAttribute('src');
      audio.load();
    },
  };
};
