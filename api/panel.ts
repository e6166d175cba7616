// The panel and the device around it as main and renderer speak of them: planned refreshes, what kind of panel there
// is, power, light and sleep.

import { type Static, Type } from 'typebox';

/** Weak to strong. */
export const Strength = Type.Union([
  Type.Literal('a2'),
  Type.Literal('fast'),
  Type.Literal('ui'),
  Type.Literal('partial'),
  Type.Literal('flashui'),
  Type.Literal('flashpartial'),
  Type.Literal('full'),
]);

/** One planned refresh of the panel; device pixels. */
export const Refresh = Type.Object({
  strength: Strength,
  x: Type.Number(),
  y: Type.Number(),
  width: Type.Number(),
  height: Type.Number(),
  dither: Type.Boolean(),
});
export type Refresh = Static<typeof Refresh>;

export const PanelName = Type.Union([
  Type.Literal('none'),
  Type.Literal('simulated'),
  Type.Literal('pinenote-dbus'),
  Type.Literal('pinenote-hints'),
  Type.Literal('sysfs'),
  Type.Literal('qtfb'),
  Type.Literal('command'),
]);
export type PanelName = Static<typeof PanelName>;

export const PanelInfo = Type.Object({
  backend: PanelName,
  greys: Type.Integer(),
  /** Pixels per inch, for touch targets in millimetres. */
  dpi: Type.Number(),
  /**
   * Which plans it wants: none, each one once its frame is painted, or also before, because its way of driving
   * pixels is chosen before they change.
   */
  wants: Type.Union([Type.Literal('nothing'), Type.Literal('after'), Type.Literal('before')]),
  /** Its controller shows a picture of its own during sleep, which it wants to be given. */
  keepsPicture: Type.Optional(Type.Boolean()),
  /** It can be refreshed fully only with a frame that changes what it shows, and not while nothing does. */
  cleansWithFrame: Type.Optional(Type.Boolean()),
  /** A full refresh draws no more than a partial one does: none is planned. */
  cleansNever: Type.Optional(Type.Boolean()),
});
export type PanelInfo = Static<typeof PanelInfo>;

/** A kind of panel as probing found it. */
export const FoundPanel = Type.Object({
  backend: PanelName,
  found: Type.Boolean(),
  inUse: Type.Boolean(),
  /** It was in use and does not answer at the moment. */
  lost: Type.Boolean(),
});
export type FoundPanel = Static<typeof FoundPanel>;

const Command = Type.String({ maxLength: 1024 });

/** What a panel cannot be asked for and the reader has to say. */
export const PanelOptions = Type.Object({
  /** Commands for a panel that Octavo does not know; empty where there is none. */
  partialCommand: Command,
  fullCommand: Command,
  /** How far the picture is turned on the panel, clockwise. */
  rotation: Type.Union([Type.Literal(0), Type.Literal(90), Type.Literal(180), Type.Literal(270)]),
  /** Speed over quality, for panels that have such a switch. */
  performance: Type.Boolean(),
});
export type PanelOptions = Static<typeof PanelOptions>;

export const PowerState = Type.Object({
  /** Absent without a battery. */
  battery: Type.Optional(
    Type.Object({
      /** 0–100. */
      percent: Type.Number(),
      charging: Type.Boolean(),
    }),
  ),
});
export type PowerState = Static<typeof PowerState>;

/** A light in front of the panel. */
export const Light = Type.Object({
  /** Names it to `power.setLight`. */
  name: Type.String({ maxLength: 255 }),
  kind: Type.Union([Type.Literal('warm'), Type.Literal('cold'), Type.Literal('plain')]),
  /** 0–100. */
  percent: Type.Number(),
});
export type Light = Static<typeof Light>;
