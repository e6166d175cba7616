// Which of the packings that a part is kept in a client takes (RFC 9110, 12.5.3).

/** The best of the offered ones; undefined for the bytes as they are. */
export function acceptedEncoding<const E extends string>(
  header: string | undefined,
  offered: readonly E[],
): E | undefined {
  const accepted = new Map<string, boolean>();
  for (const word of (header ?? '').slice(0, 1024).split(',')) {
    const [name = '', ...parameters] = word.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((part) => part.startsWith('q='));
    accepted.set(name, quality === undefined || Number(quality.slice(2)) > 0);
  }
  return offered.find((encoding) => accepted.get(encoding) ?? accepted.get('*') ?? false);
}
