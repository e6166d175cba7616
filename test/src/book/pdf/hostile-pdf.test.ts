// PDFs that are broken, endless, locked or want to do something: each is read as far as it can be, or refused in a
// sentence, and nothing of it runs or asks the network.

import { afterEach, expect, it } from 'vitest';
import type { Book } from '../../../../src/book/book.ts';
import { type OpenFileOptions, openFile } from '../../../../src/book/open-file.ts';
import { PdfEngine } from '../../../../src/book/pdf/pdf-engine.ts';
import { PdfSource } from '../../../../src/book/pdf/pdf-source.ts';
import { makeContainer, plainStyle } from '../reading-style.ts';
import { buildPdf, extraFrom, type PdfParts, streamObject } from './build-pdf.ts';
import { lockedPdf } from './lock-pdf.ts';

const opened: { book: Book; container: HTMLElement }[] = [];

afterEach(() => {
  for (const { book, container } of opened.splice(0)) {
    book.close();
    container.remove();
  }
});

async function show(file: Blob, options: OpenFileOptions = {}) {
  const { book } = await openFile(file, options);
  const container = makeContainer(600, 800);
  opened.push({ book, container });
  return { book, container, view: await book.show(container, plainStyle) };
}

const words = (text: string) => ({ lines: [[50, 500, text]] as const });
const textOf = async (file: Blob) => (await file.bytes()).reduce((text, byte) => text + String.fromCharCode(byte), '');
const fileOf = (text: string) => new Blob([Uint8Array.from(text, (character) => character.charCodeAt(0))]);

it('opens documents whose table is broken or missing, and refuses what is no document', async () => {
  const whole = await textOf(buildPdf({ pages: [words('Still here.')] }));
  for (const broken of [
    whole.replace(/xref\n[\s\S]*?trailer/, 'trailer'),
    whole.replace(/\d{10} 00000 n/g, '0000000001 00000 n'),
  ]) {
    const { view } = await show(fileOf(broken));
    expect(view.place()?.textQuote).toContain('Still here.');
  }
  for (const hopeless of ['%PDF-1.7\ntrailer << /Root 1 0 R >>', whole.slice(0, 60)]) {
    await expect(openFile(fileOf(hopeless)), hopeless).rejects.toMatchObject({ name: 'BookError', reason: 'damaged' });
  }
});

it('asks for the password, again when it was wrong, and gives up when the reader does', async () => {
  const file = await lockedPdf('Secret words', 'open sesame');
  await expect(openFile(file)).rejects.toMatchObject({ reason: 'protected' });
  const asked: boolean[] = [];
  const password = async (again: boolean) => {
    asked.push(again);
    return again ? 'open sesame' : 'guess';
  };
  const { view } = await show(file, { password });
  expect(asked).toEqual([false, true]);
  expect(view.place()?.textQuote).toBe('Secret words');
});

it('survives trees that run in circles, and pages of no or monstrous size', async () => {
  const text = await textOf(buildPdf({ pages: [words('One'), words('Two')] }));
  const circle = await show(
    fileOf(text.replace('/Type /Pages /Kids [4 0 R 6 0 R]', '/Type /Pages /Kids [4 0 R 2 0 R]')),
  );
  expect(circle.view.place()?.textQuote).toBe('One');
  await circle.view.next();
  expect(await circle.view.previous()).toBeDefined();
  for (const [width, height] of [
    [0, 0],
    [14_400, 14_400],
    [1e9, 1e9],
  ] as const) {
    const { view, container } = await show(buildPdf({ pages: [{ ...words('x'), width, height }, words('After')] }));
    for (const canvas of container.querySelectorAll('canvas')) {
      expect(canvas.width * canvas.height).toBeLessThanOrEqual(600 * 800 * devicePixelRatio ** 2);
    }
    expect(await view.goTo({ section: 1 })).toMatchObject({ section: 1 });
    expect(view.place()?.textQuote).toBe('After');
  }
});

it('runs no scripts, opens nothing, sends nothing, and does not unfold without end', async () => {
  const script = '/S /JavaScript /JS (globalThis.ran = true; app.launchURL("https://example.org/js"))';
  const extra = [
    `<< ${script} >>`,
    streamObject('attached', '/Type /EmbeddedFile'),
    streamObject(
      '',
      '/Type /XObject /Subtype /Image /Width 10 /Height 10 /ColorSpace /DeviceGray /BitsPerComponent 8 /F (https://example.org/i.jpg)',
    ),
    streamObject(
      '/X0 Do /X0 Do',
      `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X0 ${extraFrom(2) + 3} 0 R >> >>`,
    ),
    streamObject(
      '',
      '/Type /XObject /Subtype /Image /Width 90000 /Height 90000 /ColorSpace /DeviceGray /BitsPerComponent 8',
    ),
  ];
  const first = extraFrom(2);
  const hostile: PdfParts = {
    pages: [
      {
        ...words('Calm'),
        drawing: `${'q '.repeat(20_000)} /X0 Do /Im Do /Big Do`,
        entries: `/AA << /O ${first} 0 R >> /Resources << /Font << /F1 3 0 R >> /XObject << /X0 ${first + 3} 0 R /Im ${first + 2} 0 R /Big ${first + 4} 0 R >> >>`,
      },
      words('Next'),
    ],
    extra,
    catalogue: `/OpenAction ${first} 0 R /AA << /WC ${first} 0 R >> /Names << /JavaScript << /Names [(a) ${first} 0 R] >> /EmbeddedFiles << /Names [(a) << /Type /Filespec /F (a.exe) /EF << /F ${first + 1} 0 R >> >>] >> >> /AcroForm << /XFA (<a/>) /Fields [] >>`,
  };
  performance.clearResourceTimings();
  const { view, container } = await show(buildPdf(hostile), { sectionLimit: 3000 });
  expect(view.place()).toMatchObject({ section: 0 });
  expect(container.querySelector('.page-failure')?.textContent).toMatch(/too long/);
  expect(await view.next()).toMatchObject({ textQuote: 'Next' });
  expect((globalThis as { ran?: boolean }).ran).toBeUndefined();
  const asked = performance.getEntriesByType('resource').map(({ name }) => name);
  expect(asked.filter((name) => !name.startsWith(location.origin) && !name.startsWith('blob:'))).toEqual([]);
});

it('shows a page whose thread was ended on account of another page, which alone is not waited for again', async () => {
  const pages = buildPdf({ pages: [words('Endless'), words('Innocent')] });
  // What documents are opened with is fetched for the first one.
  await show(pages);
  const engine = new PdfEngine(pages, undefined, 5000);
  const source = new PdfSource(engine, 2);
  const use = engine.use.bind(engine);
  const never = new Promise<never>(() => undefined);
  let asked = 0;
  // Limits run from when the document is open.
  await use(async () => undefined);
  // The first page never comes, and the second not of the thread that is stuck with the first.
  engine.use = (work) =>
    use(async (document) => {
      if (++asked < 3) await never;
      return work(document);
    });
  const endless = expect(source.text(0)).rejects.toMatchObject({ reason: 'timeout' });
  await new Promise((resolve) => setTimeout(resolve, 500));
  const innocent = source.text(1);
  await endless;
  expect((await innocent).map(({ text }) => text)).toEqual(['Innocent']);
  expect([await source.size(1), asked]).toEqual([{ width: 400, height: 600 }, 4]);
  await expect(source.size(0)).rejects.toMatchObject({ reason: 'timeout' });
  expect(asked).toBe(4);
  // What waits while the book is closed is not asked for anew.
  const late = expect(use(() => never)).rejects.toMatchObject({ message: 'The book has been closed.' });
  await use(async () => undefined);
  source.close();
  await late;
});

it('opens a document of a thousand pages without reading them', async () => {
  const pages = Array.from({ length: 1000 }, (_, page) => words(`Page ${page + 1}`));
  const { book, view } = await show(buildPdf({ pages }));
  expect(book.sections).toHaveLength(1000);
  expect(await view.goTo({ progress: 75 })).toMatchObject({ bookPage: 751, textQuote: 'Page 751' });
  expect(await view.goTo({ section: 999 })).toMatchObject({ atEnd: true });
});
