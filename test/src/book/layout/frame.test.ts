import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepFrame } from '../../../../src/book/layout/frame.ts';
import { openBook } from '../../../../src/book/open-book.ts';
import { buildEpub, buildZip, page, prose } from '../build-zip.ts';
import { makeContainer, plainStyle } from '../reading-style.ts';

let container: HTMLElement;

beforeEach(() => {
  container = makeContainer();
});

afterEach(() => {
  container.remove();
  for (const left of keptFrames()) left.remove();
});

const novel = () => buildEpub([{ name: 'one.xhtml', data: page(prose(30)) }]);
const keptFrames = () => [...document.body.children].filter((element) => element.localName === 'iframe');

describe('the first frame of a book', () => {
  it('is the one that was kept, with the document that stands in it', async () => {
    await keepFrame(document);
    await keepFrame(document);
    const [frame, second] = keptFrames() as HTMLIFrameElement[];
    expect(second).toBeUndefined();
    const standing = frame?.contentDocument;
    expect(standing?.contentType).toBe('application/xhtml+xml');
    const book = await openBook(await novel(), { container });
    expect(frame?.parentElement).toBe(container);
    await book.show(container, plainStyle);
    expect(frame?.contentDocument).toBe(standing);
    expect(standing?.body.textContent).toContain('p0w0');
    expect(frame?.style.visibility).toBe('visible');
    expect(keptFrames()).toEqual([]);
    book.close();
    expect(frame?.isConnected).toBe(false);
  });

  it('is begun where the book is going to be shown, and is removed when none is', async () => {
    const book = await openBook(await novel(), { container });
    expect(container.querySelectorAll('iframe')).toHaveLength(1);
    book.close();
    expect(container.querySelectorAll('iframe')).toHaveLength(0);
    const broken = await buildZip([{ name: 'META-INF/container.xml', data: '<container/>' }]);
    await expect(openBook(broken, { container })).rejects.toThrow();
    expect(container.querySelectorAll('iframe')).toHaveLength(0);
  });

  it('is a new one in a container that was emptied, or that the book was not opened for', async () => {
    const book = await openBook(await novel(), { container });
    container.replaceChildren();
    const view = await book.show(container, plainStyle);
    expect(container.querySelector('iframe')?.contentDocument?.body.textContent).toContain('p0w0');
    view.close();
    const other = makeContainer();
    await book.show(other, plainStyle);
    expect(other.querySelector('iframe')?.contentDocument?.body.textContent).toContain('p0w0');
    book.close();
    other.remove();
  });
});
