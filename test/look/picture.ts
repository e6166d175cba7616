// What goes between a test of the look and the outside of the browser.

export interface Compared {
  /** `kept`: there was none, or it was asked to be replaced. */
  verdict: 'same' | 'differs' | 'kept';
  /** Share of all points. */
  share: number;
  path: string;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
