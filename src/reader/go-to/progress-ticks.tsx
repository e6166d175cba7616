// How far into the book a place lies, on a bar with a tick where each chapter begins. It may be pressed.

import './go-to.css';
import type { ChapterTick } from './chapter-ticks.ts';

export interface ProgressTicksProps {
  /** 0–100. */
  percent: number;
  ticks: readonly ChapterTick[];
  /** `reach`: half of a fingertip, in per cent of the bar. Keys have other ways to the same. */
  onPress?: (percent: number, reach: number) => void;
}

export function ProgressTicks({ percent, ticks, onPress }: ProgressTicksProps) {
  return (
    <div
      class={onPress ? 'progress-ticks pressable' : 'progress-ticks'}
      aria-hidden="true"
      onClick={(event) => {
        const { left, width } = event.currentTarget.getBoundingClientRect();
        const target = Number.parseFloat(getComputedStyle(event.currentTarget).minHeight) || 0;
        onPress?.(((event.clientX - left) / width) * 100, (target / 2 / width) * 100);
      }}
    >
      <div class="progress-ticks-bar">
        <div class="progress-ticks-done" style={{ width: `${Math.min(100, percent)}%` }} />
      </div>
      {ticks
        .filter(({ progress }) => progress > 0.3)
        .map(({ href, progress }) => (
          <span key={href} class="progress-tick" style={{ left: `${progress}%` }} />
        ))}
    </div>
  );
}
