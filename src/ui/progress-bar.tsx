// Progress in at most ten steps, so that long work costs a panel ten small repaints.

import './progress-bar.css';

/** Tenths that are surely done: 0–10. */
export function tenths(done: number, total: number): number {
  if (!(total > 0)) return 0;
  return Math.max(0, Math.min(10, Math.floor((done / total) * 10)));
}

export function ProgressBar({ done, total, label }: { done: number; total: number; label: string }) {
  const steps = tenths(done, total);
  return (
    <div
      class="progress-bar"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={10}
      aria-valuenow={steps}
    >
      <div class="progress-bar-done" style={{ width: `${steps * 10}%` }} />
    </div>
  );
}
