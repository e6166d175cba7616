// The one thing that decoding needs of Node and of the browser alike: the floor has the types of neither.

export interface Decoder {
  /** The encoding's own name, whichever of its labels was given. */
  readonly encoding: string;
  decode(bytes: Uint8Array): string;
}

declare const TextDecoder: new (label?: string, options?: { fatal?: boolean }) => Decoder;

/** Throws a RangeError for a label that nobody knows; when fatal, a TypeError for bytes that do not belong there. */
export function decoderOf(label: string, options?: { fatal?: boolean }): Decoder {
  return new TextDecoder(label, options);
}
