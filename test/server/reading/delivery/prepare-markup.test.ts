// Prepared markup: the same text and places as the book's, well-formed whatever it was made from, and nothing in it that
// runs, asks or leads anywhere by itself.

import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { prepareMarkup } from '../../../../server/reading/delivery/prepare/prepare-markup.ts';
import { type PartKind, References } from '../../../../server/reading/delivery/prepare/references.ts';
import { rewriteCss } from '../../../../server/reading/delivery/prepare/rewrite-css.ts';
import { readChapterText } from '../../../../server/reading/import/chapter-text.ts';

const parts = new Map<string, PartKind>([
  ['b/c.xhtml', 'page'],
  ['b/d.xhtml', 'page'],
  ['b/p.png', 'picture'],
  ['b/d.svg', 'drawing'],
  ['b/s.css', 'style'],
  ['f.woff', 'font'],
]);
const prepared = (markup: string) => prepareMarkup(markup, new References('b/c.xhtml', parts)).markup;
const bodyOf = (body: string) => /<body>(.*)<\/body>/s.exec(prepared(`<html><head/><body>${body}</body></html>`))?.[1];
const cssOf = (css: string) => rewriteCss(css, new References('b/c.xhtml', parts));

const { vectors } = JSON.parse(await readFile(new URL('../../../text-vectors.json', import.meta.url), 'utf8')) as {
  vectors: { name: string; head?: string; body: string; text: string }[];
};

describe('text', () => {
  test.each(vectors)('$name', ({ head = '', body, text }) => {
    const markup = `<html xmlns="http://www.w3.org/1999/xhtml"><head>${head}</head><body>${body}</body></html>`;
    expect(readChapterText(prepared(markup)).text).toBe(text);
    expect(XMLValidator.validate(prepared(markup))).toBe(true);
  });

  const names = [
    'p',
    'b',
    'script',
    'style',
    'template',
    'body',
    'html',
    'head',
    'title',
    'br',
    'svg',
    'x:g',
    'td',
    'LI',
    'link',
  ];
  const pieces = fc.oneof(
    fc.constantFrom(...names).map((name) => `<${name}>`),
    fc.constantFrom(...names).map((name) => `</${name}>`),
    fc.constantFrom(...names).map((name) => `<${name} id="a" a:b='c' xmlns:x="http://www.w3.org/2000/svg"/>`),
    fc.constantFrom('text', ' ', '&amp;', '&nbsp', '&#13;', '&#x1F600;', '<', '>', ']]>', '"', '\r\n', '\0', '\ud800'),
    fc.constantFrom('<!-- <body> -->', '<![CDATA[ <b> & ]]>', '<?pi x?>', '<a <b', '<p title="', "<p a='>'>", '<é>'),
  );

  test('of any markup, as well-formed XML', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (list) => {
        const markup = list.join('');
        const result = prepared(markup);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot say these.
        const legible = (text: string) => text.toWellFormed().replace(/[\0-\x08]/g, '\ufffd');
        expect(legible(readChapterText(result).text)).toBe(legible(readChapterText(markup).text));
        expect(XMLValidator.validate(result)).toBe(true);
      }),
      { numRuns: 1500 },
    );
  });

  test('costs no more than the length of the markup', () => {
    for (const part of [
      '<p>',
      '<p><b>',
      '</p>',
      '<a href="x">',
      '<p a="',
      '<style>',
      '<svg>',
      '<li>',
      '&',
      '<!--',
      '<x xmlns:a="b">',
    ]) {
      prepared(`<body>${part.repeat(10_000)}`);
    }
  });
});

describe('what runs, asks or leads elsewhere is out, in its place', () => {
  test.each<[string, string]>([
    ['a<script>x</script>b', 'a<template></template>b'],
    [
      '<svg:script xmlns:svg="http://www.w3.org/2000/svg" href="x.js"/>',
      '<template xmlns="http://www.w3.org/2000/svg"/>',
    ],
    ['<p onclick="x" ONLOAD=x id="i">a</p>', '<p id="i">a</p>'],
    ['<iframe src="d.xhtml" srcdoc="x">f</iframe>', '<div>f</div>'],
    ['<object data="d.svg"><p>f</p></object>', '<object><p>f</p></object>'],
    ['<embed src="d.svg"/>', '<div></div>'],
    [
      '<form action="http://e.test"><input formaction="http://e.test" name="n"/></form>',
      '<div><input name="n" disabled="disabled"/></div>',
    ],
    ['<meta http-equiv="refresh" content="0;url=http://e.test"/>', '<meta/>'],
    ['<base href="http://e.test/"/>', '<span></span>'],
    [
      '<img src="http://e.test/x.png" srcset="http://e.test/y.png 2x" alt="http://e.test"/>',
      '<img alt="http://e.test"/>',
    ],
    [
      '<img src="//e.test/x.png"/><img src=" p.png "/><img src="../../../b/p.png"/>',
      '<img/><img src="p.png"/><img src="p.png"/>',
    ],
    ['<img src="file:///etc/passwd"/><img src="\\\\e.test\\x"/><img src="d.xhtml"/>', '<img/><img/><img/>'],
    [
      '<img src="data:image/png;base64,AA"/><img src="data:image/svg+xml,x"/>',
      '<img src="data:image/png;base64,AA"/><img/>',
    ],
    ['<a href="java&#10;script:x()">a</a><a href=" javascript:x">b</a>', '<a>a</a><a>b</a>'],
    [
      '<a href="http://e.test/?a&amp;b" target="_top" ping="http://e.test">a</a>',
      '<a data-octavo-link="out:http://e.test/?a&amp;b">a</a>',
    ],
    [
      '<a href="d.xhtml#x" data-octavo-link="out:http://e.test">a</a><a href="no.xhtml">b</a>',
      '<a href="d.xhtml#x">a</a><a>b</a>',
    ],
    ['<video autoplay="" poster="http://e.test/x"><source src="http://e.test/y"/></video>', '<video><source/></video>'],
    [
      '<svg><use href="http://e.test/#a"/><use href="#a"/><image xlink:href="p.png"/></svg>',
      '<svg xmlns="http://www.w3.org/2000/svg"><use/><use href="#a"/><image xlink:href="p.png"/></svg>',
    ],
    [
      '<svg><a xlink:href="javascript:x"><set attributeName="href" to="javascript:x"/></a></svg>',
      '<svg xmlns="http://www.w3.org/2000/svg"><a><set/></a></svg>',
    ],
    [
      '<svg><foreignObject><SCRIPT xmlns="http://www.w3.org/1999/xhtml">x</SCRIPT></foreignObject></svg>',
      '<svg xmlns="http://www.w3.org/2000/svg"><foreignObject><template xmlns="http://www.w3.org/1999/xhtml"></template></foreignObject></svg>',
    ],
    [
      '<math><mi href="javascript:x" xlink:href="http://e.test">x</mi></math>',
      '<math xmlns="http://www.w3.org/1998/Math/MathML"><mi>x</mi></math>',
    ],
    ['<p style="background:url(http://e.test)">a</p>', '<p style="background:url(&quot;about:invalid&quot;)">a</p>'],
    ['<style>@import "http://e.test";p{}</style>', '<style> p{}</style>'],
    [
      '<link rel="prefetch" href="p.png"/><link rel="stylesheet" href="s.css"/>',
      '<link/><link rel="stylesheet" type="text/css" href="s.css"/>',
    ],
    [
      '<noscript><p title="</noscript><script>x</script>">a</p></noscript>',
      '<div><p title="&lt;/noscript&gt;&lt;script&gt;x&lt;/script&gt;">a</p></div>',
    ],
    ['<x:y xmlns:x="urn:z" x:onload="a" onload="b"><p>a</p></x:y>', '<y><p>a</p></y>'],
  ])('%s', (body, expected) => {
    expect(bodyOf(body)).toBe(expected);
  });

  test('the head keeps its title, its styles and its size', () => {
    const head = prepared(
      '<html><head><title>a &lt; b</title><script src="x"/><meta name="viewport" content="width=600, height=800"/><meta http-equiv="refresh" content="0"/><base href="http://e.test"/><link rel="stylesheet" href="s.css"/></head><body/></html>',
    );
    expect(/<head>.*<\/head>/s.exec(head)?.[0]).toBe(
      '<head><title>a &lt; b</title><meta name="viewport" content="width=600, height=800"/><link rel="stylesheet" type="text/css" href="s.css"/></head>',
    );
  });

  test('a drawing stays one', () => {
    const drawing = prepared(
      '<?xml-stylesheet href="s.css"?><!-- x --><svg xmlns="http://www.w3.org/2000/svg" onload="x"><linearGradient id="a"/><handler>x</handler></svg>\n',
    );
    expect(drawing).toBe(
      '<?xml version="1.0" encoding="UTF-8"?><?xml-stylesheet type="text/css" href="s.css"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:epub="http://www.idpf.org/2007/ops" xmlns:xlink="http://www.w3.org/1999/xlink"><linearGradient id="a"/><span>x</span>\n</svg>',
    );
  });

  test.each<[string, string]>([
    ['a{b:url(p.png)}', 'a{b:url("p.png")}'],
    ['a{b:url( "../f.woff" ) format("woff")}', 'a{b:url("../f.woff") format("woff")}'],
    ['a{b:u\\72l(http://e.test)}', 'a{b:url("about:invalid")}'],
    ['a{b:UR\\4c (//e.test)}', 'a{b:url("about:invalid")}'],
    ['a{b:url(p.png', 'a{b:url("p.png")'],
    ['a{b:url("http://e.test" x)}', 'a{b:url("about:invalid")}'],
    [
      'a{b:image-set("http://e.test" 1x,"p.png" type("image/png") 2x)}',
      'a{b:image-set(url("about:invalid") 1x,url("p.png") type("image/png") 2x)}',
    ],
    ['a{--x:"http://e.test";b:image-set(var(--x) 1x)}', 'a{--x:"http://e.test";b:image-set(url("about:invalid") 1x)}'],
    ['a{b:src("http://e.test")}', 'a{b:url("about:invalid")}'],
    [
      '@import url(s.css) screen;@import "http://e.test";@\\69mport "//e.test";a{}',
      '@import url("s.css") screen;  a{}',
    ],
    ['@import "s.css"', '@import url("s.css");'],
    ['@import/**/url("http://e.test")', ' '],
    [
      '@charset "x";@namespace svg url(http://www.w3.org/2000/svg);@namespace "http://e.test";',
      ' @namespace svg "http://www.w3.org/2000/svg"; ',
    ],
    [
      'a{content:"\\"\\a</style>";margin:-5px -.5em 1e3px}',
      'a{content:"\\22 \\a \\3c /style\\3e ";margin:-5px -.5em 1e3px}',
    ],
    ['a/* url(x) */b{c:u\\\nrl(http://e.test)}', 'a/**/b{c:u \nrl(http://e.test)}'],
    ['a{filter:url(#f);-epub-writing-mode:vertical-rl}', 'a{filter:url("#f");writing-mode:vertical-rl}'],
    ['a{b:"cut\noff;c:url(http://e.test)}', 'a{b: \noff;c:url("about:invalid")}'],
    ['.\\31 a #\\31 b{}', '.\\31 a #\\31 b{}'],
    ['a{width:expression(alert(1))}', 'a{width:url("about:invalid")}'],
  ])('styles: %s', (css, expected) => {
    expect(cssOf(css)).toBe(expected);
  });

  test('styles cost no more than their length', () => {
    for (const part of ['"', 'url(', '\\', '/*', '@import ', '@import (', 'image-set(', 'a{', '('])
      cssOf(part.repeat(30_000));
  });
});
