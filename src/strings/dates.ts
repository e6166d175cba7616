// Days and times as they are written in the client's language, whatever the browser's own is.

/** `at`: Unix seconds. */
export function dayOf(at: number): string {
  return new Date(at * 1000).toLocaleDateString(language());
}

/** The same with the time of day. */
export function momentOf(at: number): string {
  return new Date(at * 1000).toLocaleString(language());
}

function language(): string | undefined {
  return document.documentElement.lang || undefined;
}
