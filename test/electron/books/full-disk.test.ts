// A download that fills the disk gives back what it took.

import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { download } from '../../../electron/books/download.ts';
import { writeAll } from '../../../electron/disk/write-durably.ts';
import { temporaryFolder } from '../temporary-folder.ts';

vi.mock('../../../electron/disk/write-durably.ts', async (original) => {
  const real = await original<typeof import('../../../electron/disk/write-durably.ts')>();
  return { ...real, writeAll: vi.fn(real.writeAll) };
});

test.each(['ENOSPC', 'EDQUOT'])('%s leaves nothing of what had arrived', async (code) => {
  const folder = await temporaryFolder();
  const file = join(folder, 'b_1');
  await writeFile(join(folder, 'other'), 'stays');
  const remote = async () => new Response('some bytes', { headers: { etag: '"e"' } });
  vi.mocked(writeAll).mockImplementationOnce(async (handle, bytes) => {
    await handle.write(bytes);
    throw Object.assign(new Error('no room'), { code });
  });
  await expect(download(file, remote)).rejects.toMatchObject({ code: 'disk_full' });
  expect(await readdir(folder)).toEqual(['other']);
  expect(await download(file, remote)).toMatchObject({ size: 10 });
});
