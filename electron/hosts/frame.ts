// One message between the page and the main process as bytes: length of the JSON (u32), the JSON, then the binary
// parts that the JSON points at as {"$bytes":[offset,length]}. Both functions also run in the page, so they are
// self-contained and use nothing of Node.

/** A value with its `Uint8Array`s becomes one binary message. */
export function packFrame(value: unknown): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const json = new TextEncoder().encode(
    JSON.stringify(value, (_name, member: unknown) => {
      if (!(member instanceof Uint8Array)) return member;
      const pointer = { $bytes: [length, member.byteLength] };
      parts.push(member);
      length += member.byteLength;
      return pointer;
    }),
  );
  const frame = new Uint8Array(4 + json.length + length);
  new DataView(frame.buffer).setUint32(0, json.length);
  frame.set(json, 4);
  let at = 4 + json.length;
  for (const part of parts) {
    frame.set(part, at);
    at += part.byteLength;
  }
  return frame;
}

/** Throws on anything that is not a whole frame. */
export function unpackFrame(frame: Uint8Array): unknown {
  if (frame.byteLength < 4) throw new RangeError('frame too short');
  const jsonLength = new DataView(frame.buffer, frame.byteOffset, frame.byteLength).getUint32(0);
  const partsAt = 4 + jsonLength;
  if (partsAt > frame.byteLength) throw new RangeError('frame too short');
  return JSON.parse(new TextDecoder().decode(frame.subarray(4, partsAt)), (_name, member: unknown) => {
    if (typeof member !== 'object' || member === null || !('$bytes' in member)) return member;
    const [offset, length] = Array.isArray(member.$bytes) ? (member.$bytes as unknown[]) : [];
    if (typeof offset !== 'number' || typeof length !== 'number') throw new RangeError('wrong pointer in frame');
    if (!(offset >= 0 && length >= 0 && partsAt + offset + length <= frame.byteLength)) {
      throw new RangeError('pointer outside the frame');
    }
    // Copied: the whole message must not stay in memory for one small part.
    return frame.slice(partsAt + offset, partsAt + offset + length);
  });
}
