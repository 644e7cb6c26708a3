import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { inLong } from '../../../server/testing/depth.ts';
import { readDrawing } from './svg.ts';

const svg = (inner: string, attributes = 'width="100" height="50"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inner}</svg>`;
const png = 'data:image/png;base64,AAAA';

/** The drawing as it is written anew, held against a strict parser. */
function written(source: string, pictures: [string, string][] = []): string {
  const drawing = readDrawing(source);
  if (!drawing) return 'no drawing';
  if (drawing.fault) return drawing.fault;
  const anew = drawing.source(new Map(pictures));
  const strict = new SaxesParser();
  strict.on('error', (error) => {
    throw error;
  });
  strict.write(anew).close();
  return anew.replace(/^<\?longstrip-drawing 1\?><svg xmlns="[^"]*" xmlns:xlink="[^"]*"/, '<svg');
}

describe('a drawing', () => {
  it.each([
    [
      'its names in the letters that they have',
      svg('<linearGradient id="g"><stop offset="0" stop-color="red"/></linearGradient><path d="M0 0" fill="url(#g)"/>'),
      '<svg width="200" height="100" viewBox="0 0 100 50"><linearGradient id="g"><stop offset="0" stop-color="red"></stop></linearGradient><path d="M0 0" fill="url(#g)"></path></svg>',
    ],
    [
      'its own parts where it uses them',
      svg('<defs><g id="a"><rect/></g></defs><use xlink:href="#a" x="1"/><use href="#a"/>'),
      '<svg width="200" height="100" viewBox="0 0 100 50"><defs><g id="a"><rect></rect></g></defs><use x="1" xlink:href="#a"></use><use xlink:href="#a"></use></svg>',
    ],
    [
      'a style of its own',
      svg('<style><![CDATA[.a{fill:red}]]></style><path class="a" style="stroke:url(#b)"/>'),
      '<svg width="200" height="100" viewBox="0 0 100 50"><style>.a{fill:red}</style><path class="a" style="stroke:url(#b)"></path></svg>',
    ],
    [
      'words, and links as what they hold',
      svg('<a xlink:href="https://e"><text xml:space="preserve" x="1">a &lt; b</text></a>'),
      '<svg width="200" height="100" viewBox="0 0 100 50"><g><text x="1" xml:space="preserve">a &lt; b</text></g></svg>',
    ],
  ])('keeps %s', (_name, source, expected) => {
    expect(written(source)).toBe(expected);
  });

  it.each([
    ['a script', svg('<script>alert(1)</script><path onclick="alert(2)" d="M1"/>', 'width="1" height="1" onload="x"')],
    ['a page', svg('<foreignObject><iframe src="https://e"/><body xmlns="x">b</body></foreignObject><path d="M1"/>')],
    [
      'an address',
      svg('<use href="https://e/x.svg#a"/><path d="M1" fill="url(https://e)" style="fill:url(&quot;//e&quot;)"/>'),
    ],
    ['a file', svg('<image href="file:///etc/passwd"/><image xlink:href="/etc/passwd"/><path d="M1"/>')],
    [
      'a style sheet',
      svg(
        '<style>@import url(https://e); @font-face { src: url(https://e) } path{fill:url( //e)}</style><path d="M1"/>',
      ),
    ],
    ['a hidden style sheet', svg('<style>@im\\port "https://e"; @import "https://e";</style><path d="M1"/>')],
    [
      'a font',
      svg(
        '<font><font-face><font-face-src><font-face-uri xlink:href="https://e"/></font-face-src></font-face></font><path d="M1"/>',
      ),
    ],
    [
      'a filter, which may take minutes',
      svg('<filter id="f"><feImage xlink:href="https://e"/></filter><path d="M1" filter="url(#f)"/>'),
    ],
    [
      'what moves it',
      svg('<path d="M1"><set attributeName="href" to="javascript:x"/><animate values="https://e"/></path>'),
    ],
    [
      'what a document type declares',
      `<!DOCTYPE svg [<!ENTITY e SYSTEM "file:///etc/passwd"><!ENTITY a "https://e">]>${svg('<text>&e;&a;</text><path d="M1"/>')}`,
    ],
    ['instructions', `<?xml-stylesheet href="https://e"?>${svg('<path d="M1"/><?php https ?>')}`],
  ])('keeps nothing of %s', (_name, source) => {
    const anew = written(source);
    expect(anew).toContain('<path d="M1"');
    expect(anew).not.toMatch(
      /alert|https|\/\/e|passwd|javascript|iframe|script|@import|font-face|onload|ENTITY|feImage|filter|animate/,
    );
  });

  it('is as large as it says, drawn sharp, and never larger than a page', () => {
    const sizeOf = (attributes: string) =>
      /width="\d+" height="\d+"/.exec(written(svg('<path d="M1"/>', attributes)))?.[0];
    expect(sizeOf('width="2in" height="1in"')).toBe('width="384" height="192"');
    expect(sizeOf('viewBox="0 0 1000 500"')).toBe('width="1600" height="800"');
    expect(sizeOf('width="100%" height="100%" viewBox="0 0 100 300"')).toBe('width="200" height="600"');
    expect(sizeOf('width="50" viewBox="0,0,100,300"')).toBe('width="100" height="300"');
    expect(sizeOf('width="1e9" height="1e9"')).toBe('width="1600" height="1600"');
    expect(sizeOf('width="1" height="1e12"')).toBe('width="1" height="16000"');
    expect(sizeOf('width="1e999" height="x" viewBox="0 0 1e999 5"')).toBeUndefined();
    expect(written(svg('<path d="M1"/>', 'width="0" height="0"'))).toBe('the drawing has no size');
    expect(written('<svg/>')).toBe('the drawing has no size');
  });

  it('that only frames one picture gives that one; others are written into it', () => {
    const framing = readDrawing(svg('<title>A map</title><g transform="scale(2)"><image xlink:href="map.png"/></g>'));
    expect([framing?.framed, framing?.alt]).toEqual(['map.png', 'A map']);
    const source = svg('<image href="a.png"/><text>b</text><image href="none.png"/>');
    expect(readDrawing(source)).toMatchObject({ framed: null, pictures: ['a.png', 'none.png'] });
    expect(written(source, [['a.png', png]])).toContain(`<image xlink:href="${png}"></image><text>b</text></svg>`);
    expect(readDrawing(svg(`<image href="${png}"/>`))?.framed).toBeNull();
    const hotspot = svg('<image href="p.jpg"/><a href="x"><rect fill="none"/></a>');
    expect(readDrawing(hotspot)?.framed).toBe('p.jpg');
  });

  inLong('of any depth or number of parts ends soon, and is named', () => {
    const before = process.cpuUsage();
    const cause = 'the drawing has too many parts, or is nested too deep';
    expect(written(svg('<g>'.repeat(300_000)))).toBe(cause);
    expect(written(svg('<path d="M1"/>'.repeat(60_000)))).toBe(cause);
    const uses = Array.from({ length: 9 }, (_, i) => `<g id="u${i + 1}">${`<use href="#u${i}"/>`.repeat(10)}</g>`);
    expect(written(svg(`<path id="u0"/>${uses.join('')}`))).toBe(cause);
    const chain = Array.from({ length: 9000 }, (_, i) => `<g id="c${i + 1}"><use href="#c${i}"/></g>`);
    expect(written(svg(`<path id="c0"/>${chain.reverse().join('')}`))).toBe(cause);
    expect(written(svg('<g id="s"><use href="#s"/><path d="M1"/></g>'))).toContain('<path d="M1"');
    const laughs = `<!DOCTYPE svg [<!ENTITY a "ha">${'<!ENTITY b "&a;&a;&a;&a;">'.repeat(1000)}]>`;
    expect(written(laughs + svg('<text>&b;</text>'))).toContain('<text>&amp;b;</text>');
    expect(
      written(svg(`<path style="${'url('.repeat(200_000)}" class="${'@import '.repeat(100_000)}"/>`)).length,
    ).toBeLessThan(500);
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(5000);
  });
});
