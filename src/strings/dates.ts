// Days and times as they are written in the client's language, whatever the browser's own is.

/** `at`: Unix seconds. */
export function dayOf(at: number): string {
  return new Date(at * 1000).toLocaleDateString(language());
}

/** In the form that is the same in every language: 2026-11-21. */
export function isoDayOf(at: number): string {
  const date = new Date(at * 1000);
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

/** The day with the time of day. */
export function momentOf(at: number): string {
  return new Date(at * 1000).toLocaleString(language());
}

function language(): string | undefined {
  return document.documentElement.lang || undefined;
}
