import { describe, expect, it } from 'vitest';
import { BookError } from '../../../src/book/book.ts';
import { openBook } from '../../../src/book/open-book.ts';
import { buildEpub, buildZip, container, page, prose, type ZipPart } from './build-zip.ts';
import { makeContainer, plainStyle } from './reading-style.ts';

const chapter = { name: 'one.xhtml', data: page('<p>Hello</p>') };

async function reasonOf(file: Blob): Promise<string> {
  try {
    (await openBook(file)).close();
    return 'opened';
  } catch (error) {
    if (!(error instanceof BookError)) throw error;
    expect(error.message).toMatch(/\.$/);
    return error.reason;
  }
}

function encryption(algorithm: string): ZipPart {
  return {
    name: 'META-INF/encryption.xml',
    data: `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData><enc:EncryptionMethod Algorithm="${algorithm}"/><enc:CipherData><enc:CipherReference URI="O/one.xhtml"/></enc:CipherData></enc:EncryptedData></encryption>`,
  };
}

describe('files that are not readable books', () => {
  it('opens the honest one, so that the others fail for their own reasons', async () => {
    expect(await reasonOf(await buildEpub([chapter]))).toBe('opened');
  });

  it('tells nothing, other files and other archives from books', async () => {
    expect(await reasonOf(new Blob([]))).toBe('not-a-book');
    expect(await reasonOf(new Blob(['Once upon a time']))).toBe('not-a-book');
    expect(await reasonOf(await buildZip([{ name: 'a.txt', data: 'x' }]))).toBe('not-a-book');
  });

  it('says that a file cut short at any point is damaged', async () => {
    const whole = await buildEpub([chapter]);
    for (const share of [0.1, 0.5, 0.9, 0.99]) {
      expect(await reasonOf(whole.slice(0, Math.floor(whole.size * share)))).toBe('damaged');
    }
    // Its middle is missing, its end is there.
    const half = new Blob([whole.slice(0, 200), whole.slice(600)]);
    expect(await reasonOf(half)).toBe('damaged');
  });

  it('refuses bombs, lies about sizes and doubled names', async () => {
    const zeros = new Uint8Array(40 * 1024 * 1024);
    expect(await reasonOf(await buildZip([container, { name: 'big', data: zeros }]))).toBe('damaged');
    const lie = await buildZip([{ ...container, claimedSize: 10 }]);
    expect(await reasonOf(lie)).toBe('damaged');
    expect(await reasonOf(await buildZip([container, container]))).toBe('damaged');
  });

  it('refuses packages without a package document, spine or well-formed markup', async () => {
    expect(await reasonOf(await buildZip([container]))).toBe('damaged');
    expect(await reasonOf(await buildZip([container, { name: 'O/c.opf', data: '<package' }]))).toBe('damaged');
    expect(await reasonOf(await buildEpub([]))).toBe('damaged');
  });

  it.each([
    ['Readium LCP', 'META-INF/license.lcpl', '{}'],
    ['Adobe ADEPT', 'META-INF/rights.xml', '<r xmlns="http://ns.adobe.com/adept"/>'],
    ['Apple FairPlay', 'META-INF/sinf.xml', '<sinf/>'],
    ['Kobo', 'rights.xml', '<kdrm/>'],
  ])('says by whose protection a book is locked: %s', async (by, name, data) => {
    const parts = [encryption('http://www.w3.org/2001/04/xmlenc#aes128-cbc'), { name, data }];
    await expect(openBook(await buildEpub([chapter], { parts }))).rejects.toMatchObject({
      reason: 'protected',
      message: `The book is locked by copy protection (${by}) and cannot be opened here.`,
    });
  });

  it('knows locked books from scrambled fonts', async () => {
    const locked = (part: ZipPart) => buildEpub([chapter], { parts: [part] });
    expect(await reasonOf(await locked(encryption('http://www.w3.org/2001/04/xmlenc#aes128-cbc')))).toBe('protected');
    expect(await reasonOf(await locked({ name: 'META-INF/license.lcpl', data: '{}' }))).toBe('protected');
    expect(await reasonOf(await locked(encryption('http://www.idpf.org/2008/embedding')))).toBe('opened');
    expect(await reasonOf(await locked(encryption('http://ns.adobe.com/pdf/enc#RC')))).toBe('opened');
    expect(await reasonOf(await buildZip([{ ...container, encrypted: true }]))).toBe('protected');
  });
});

it('survives files with random damage: each opens or says why not', { timeout: 120_000 }, async () => {
  // The same damage in every run.
  let state = 20_260_101;
  const random = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  const whole = new Uint8Array(
    await (
      await buildEpub([
        { name: 'one.xhtml', data: page(`<h1 id="a">One</h1>${prose(12)}`) },
        { name: 'two.xhtml', data: page(prose(4, 'q')) },
      ])
    ).arrayBuffer(),
  );
  const reasons = new Set<string>();
  for (let round = 0; round < 30; round++) {
    const bytes = whole.slice();
    for (let n = 0; n < 1 + random(12); n++) bytes[random(bytes.length)] = random(256);
    if (round % 6 === 0) bytes.copyWithin(random(bytes.length), random(bytes.length), random(bytes.length));
    const box = makeContainer(600, 800);
    try {
      const book = await openBook(new Blob([bytes]), { sectionLimit: 2000 });
      const view = await book.show(box, plainStyle);
      while (await view.next());
      reasons.add('opened');
      // Its last chapter may be one of those that cannot be shown, which have no end.
      const last = book.sections.findLast(({ linear }) => linear)?.index;
      expect(view.place()).toSatisfy((place) => place?.atEnd || (place?.failed && place.section === last));
      book.close();
    } catch (error) {
      if (!(error instanceof BookError)) throw error;
      reasons.add(error.reason);
    }
    box.remove();
  }
  expect([...reasons]).toContain('opened');
  expect([...reasons]).toContain('damaged');
});
