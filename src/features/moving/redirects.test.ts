import { describe, expect, it } from 'vitest';
import { inLong } from '../../server/testing/depth.ts';
import { faultTexts } from './redirect-lines.ts';
import { createPathTest, findLoops } from './redirect-loops.ts';
import { locationOf, readRedirects } from './redirect-rules.ts';
import { createRedirectTable } from './redirect-table.ts';

const given = { hosts: ['shop.example.org'], ownHost: 'comics.example.org' };
const noRest = async () => {};
const isOurs = createPathTest(['/', '/books', '/book/chapters/:id', '/assets/*', '/sitemap-:number.xml']);

async function check(text: string) {
  const { rules, faults } = await readRedirects(text, given, noRest);
  const table = createRedirectTable(rules);
  const loops = await findLoops(rules, { table, isOurs, rest: noRest });
  const ask = (path: string, search = '') => {
    const fit = table.find(path, new URLSearchParams(search));
    return fit && `${fit.rule.status} ${locationOf(fit, search)}`;
  };
  return { rules, faults: [...faults, ...loops].map(({ line, code }) => `${line} ${code} ${faultTexts[code]}`), ask };
}
const book = '0b1c2d3e-0000-4000-8000-00000000000a';

describe('a list in the plain form', () => {
  it.each([
    ['/old /new', '/old', '301 /new'],
    ['/old /new 302', '/old/', '302 /new'],
    ['/old/ /new 307', '/old', '307 /new'],
    ['/old /new 308 # why', '/old', '308 /new'],
    ['/old 410', '/old', '410 null'],
    ['/manga/:title/:number /read/:number/of/:title', '/manga/a-b/7', '301 /read/7/of/a-b'],
    ['/blog/* /news/:splat', '/blog/2020/01/x', '301 /news/2020/01/x'],
    ['/blog/* /news/:splat', '/blog/2020/01/', '301 /news/2020/01/'],
    ['/blog/* /news/:splat', '/blog', '301 /news/'],
    ['/* /books', '/a/b', '301 /books'],
    ['/a/:x /one\n/a/b /two', '/a/b', '301 /one'],
    ['/a/b /two\n/a/:x /one', '/a/c', '301 /one'],
    ['/a/:x/c /one\n/a/* /two', '/a/b/d', '301 /two'],
    ['/topic.php t=:id /forum/:id', '/topic.php', null],
    ['/小说/第一章 /new', '/%E5%B0%8F%E8%AF%B4/%e7%ac%ac%e4%b8%80%e7%ab%a0', '301 /new'],
    ['/old /小说', '/old', '301 /%E5%B0%8F%E8%AF%B4'],
    ['/old https://shop.example.org/x', '/old', '301 https://shop.example.org/x'],
    ['/old https://comics.example.org/x', '/old', '301 /x'],
    ['/old/* https://shop.example.org/:splat', '/old/@evil.example', '301 https://shop.example.org/@evil.example'],
    ['/old /x?a=:b', '/old', '301 /x?a=:b'],
  ])('%j leads %s to %s', async (text, path, location) => {
    const { faults, ask } = await check(text);
    expect(faults).toEqual([]);
    expect(ask(path)).toBe(location);
  });

  it('takes the query along, unless the line says what is asked', async () => {
    const { ask } = await check('/a /b\n/c /d?e=1\n/t.php t=:id kind=x /f/:id\n/g/:h /i?j=:h');
    expect(ask('/a', '?utm_source=x')).toBe('301 /b?utm_source=x');
    expect(ask('/c', '?utm_source=x')).toBe('301 /d?e=1');
    expect(ask('/t.php', '?kind=x&t=5%2F6')).toBe('301 /f/5%2F6');
    expect(ask('/t.php', '?kind=y&t=5')).toBeNull();
    expect(ask('/g/a&b=c')).toBe('301 /i?j=a%26b%3Dc');
  });

  it.each([
    ['/old', 'does not say where it leads'],
    ['/old 302', 'leads neither'],
    ['old /new', 'must begin with one slash'],
    ['//old /new', 'must begin with one slash'],
    ['/old /new 200', 'has a status that is none'],
    ['/old /new 301!', 'has a status that is none'],
    ['/old /new 302 Country=fr', 'has more than'],
    ['/old?p=1 /new', 'has a query in its address'],
    ['^/old/(.*)$ /new/$1', 'is a regular expression'],
    ['/old/(.*) /new', 'is a regular expression'],
    ['/old/:a /new/$1', 'is a regular expression'],
    ['/old/.* /new', 'may have * only'],
    ['/*/old /new', 'may have * only'],
    ['/a/:x/:x /new', 'has a name that is none'],
    ['/a/:1 /new', 'has a name that is none'],
    ['/a/:x /new/:y', 'has a name where it leads'],
    ['/old https://evil.example/', 'host that is not among'],
    ['/old https://shop.example.org@evil.example/', 'host that is not among'],
    ['/old https://shop.example.org:splat/', 'host that is not among'],
    ['/old //evil.example', 'leads neither'],
    ['/old /%2Fevil.example', 'leads neither'],
    ['/old /%255cevil.example', 'leads neither'],
    ['/old /\\evil.example', 'cannot be read'],
    ['/old javascript:alert(1)', 'leads neither'],
    ['/old book:7', 'a book or a chapter that is not there'],
    ['/a /a', 'leads back'],
    ['/a/* /a/b/:splat', 'leads back'],
    ['/a https://comics.example.org/a/', 'leads back'],
  ])('refuses %j by its line: it %s', async (line, why) => {
    const { faults } = await check(`# moved\n/fine /books\n\n${line}\n`);
    expect(faults).toEqual([expect.stringContaining(why)]);
    expect(faults[0]).toMatch(/^4 /);
  });

  it('refuses each line of a loop over others, and takes a chain that ends', async () => {
    const loop = '/a /b\n/b /c/x\n/c/:y /d/:y\n/d/* /a 302\n/e /a\n/f /books\n/* /book/chapters/x';
    expect((await check(loop)).faults.map((fault) => fault[0])).toEqual(['1', '2', '3', '4', '5']);
    expect((await check('/foo /blog/foo\n/blog/:x /:x')).faults).toHaveLength(1);
    expect((await check('/a id=:id /a?id=:id')).faults).toHaveLength(1);
    expect((await check('/old p=:p /new?p=:p\n/new p=:p /old?p=:p')).faults).toHaveLength(2);
    expect((await check('/a p=1 /a?p=2\n/a p=2 /b?p=1\n/b p=3 /b?p=3')).faults.map((fault) => fault[0])).toEqual(['3']);
    const chain = Array.from({ length: 15 }, (_, index) => `/c${index} /c${index + 1}`).join('\n');
    expect((await check(`${chain}\n/old/* /:splat`)).faults).toEqual([]);
  });

  it.each([
    ['/go/* /:splat', '/go//evil.example'],
    ['/go/* /:splat', '/go/%2Fevil.example'],
    ['/go/* /:splat', '/go/%252fevil.example'],
    ['/go/* /:splat', '/go/%5Cevil.example'],
    ['/go/* /:splat', '/go/\\evil.example'],
    ['/go/* /:splat', '/go/%09/evil.example'],
    ['/go/* /:splat', '/go/..//evil.example'],
    ['/go/* /:splat', '/go/a/%2e%2e//evil.example'],
    ['/:a/:b /:a:b', '/%2F/evil.example'],
    ['/* /:splat', '//evil.example/%2f..'],
  ])('%j leads %s nowhere', async (text, path) => {
    const fit = createRedirectTable((await readRedirects(text, given, noRest)).rules).find(path, new URLSearchParams());
    expect(fit && locationOf(fit, '')).toBeNull();
  });

  it('knows books and chapters by their ids', async () => {
    const { rules } = await check(`/a book:${book}\n/b chapter:${book.toUpperCase()} 302`);
    expect(rules.map(({ target }) => target)).toEqual([
      { kind: 'book', id: book },
      { kind: 'chapter', id: book },
    ]);
  });
});

describe("Ghost's lists", () => {
  it('are read as YAML, with the status of each part', async () => {
    const { ask, faults } = await check('# Ghost\n---\n301:\n  /a/: /b/\n  "/c": \'/d\' # why\n\n302:\n  /e:f: /g\n');
    expect(faults).toEqual([]);
    expect([ask('/a'), ask('/c'), ask('/e:f')]).toEqual(['301 /b/', '301 /d', '302 /g']);
  });

  it('are read as JSON: 302 unless they say that it is permanent', async () => {
    const list = [
      { from: '/a', to: '/b', permanent: true },
      { from: '/c', to: '/d' },
      { permanent: false, from: '/e/*', to: '/f/:splat' },
    ];
    const { ask } = await check(JSON.stringify(list));
    expect([ask('/a'), ask('/c'), ask('/e/x')]).toEqual(['301 /b', '302 /d', '302 /f/x']);
  });

  it.each([
    ['301:\n  /a: /b\n  ^/c(.*)$: /d', '3 pattern'],
    ['301:\n  /a+: /b', '2 pattern'],
    ['301:\n  - /a', '2 form'],
    ['301:\n  /a: /b\n200:\n  /c: /d', '4 status'],
    ['{"from": "/a"}', '1 form'],
    ['[', '1 form'],
    ['[\n  {"from": "/a", "to": "/b"},\n  {"from": "\\\\/c", "to": "/d"}\n]', '3 pattern'],
    ['[\n  {"from": "/a", "to": "/b"},\n\n  7, {"from": ["x"], "to": "/d"}]', '4 form'],
  ])('%j is refused by its line', async (text, fault) => {
    expect((await check(text)).faults[0]).toContain(fault);
  });
});

inLong('finds each address among 50,000 (lab/bench has the time)', async () => {
  const lines = Array.from(
    { length: 25_000 },
    (_, n) => `/manga/title-${n}/:chapter /new/${n}/:chapter\n/p/${n} /q/${n}`,
  );
  const { rules } = await readRedirects(lines.join('\n'), given, noRest);
  const table = createRedirectTable(rules);
  const nothing = new URLSearchParams();
  const found = Array.from({ length: 1000 }, (_, n) => table.find(`/manga/title-${n * 20}/7`, nothing)?.rule.line);
  expect(rules).toHaveLength(50_000);
  expect(found).toEqual(found.map((_, n) => n * 40 + 1));
});
