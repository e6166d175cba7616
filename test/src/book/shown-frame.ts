// What a reader sees of a book in its container: the frame of the chapter that is shown.

/** Throws where none is. */
export function shownFrame(container: Element | undefined): HTMLIFrameElement {
  const frame = [...(container?.querySelectorAll('iframe') ?? [])].find(({ style }) => style.visibility === 'visible');
  if (!frame) throw new Error('No frame is shown.');
  return frame;
}

export function shownDocument(container: Element | undefined): Document {
  return shownFrame(container).contentDocument as Document;
}

export function shownWindow(container: Element | undefined): Window & typeof globalThis {
  return shownFrame(container).contentWindow as Window & typeof globalThis;
}
