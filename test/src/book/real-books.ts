// Real books beside the project, served by the test server; tests that need them are visibly skipped without them.

const found = import.meta.glob('../../../../shared/books/*/*.epub', { query: '?url', import: 'default' });

/** `real/moby-dick.epub` and so on. */
export const realBooks = Object.keys(found)
  .map((path) => path.split('/').slice(-2).join('/'))
  .sort();

export async function readRealBook(name: string): Promise<Blob> {
  const path = Object.keys(found).find((key) => key.endsWith(`/${name}`));
  const load = path && found[path];
  if (!load) throw new Error(`The book ${name} is not there.`);
  const reply = await fetch((await load()) as string);
  if (!reply.ok) throw new Error(`The test server refused ${name}: ${reply.status}.`);
  return reply.blob();
}
