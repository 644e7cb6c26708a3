import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { defaultSettings, type NovelSettings } from '../../features/reading/reader-settings.ts';
import { createRoot } from '../../features/reading/testing/root.ts';
import { applyNovelToRoot } from '../../features/reading/web/settings/root-settings.ts';
import { earlyScript as shortScript } from './early.ts?early';
import { earlyScript } from './early-reader.ts?early';

interface Browser {
  /** The entries of this browser's storage. */
  stored?: Record<string, string>;
  /** Facts beside those of every document. */
  facts?: Record<string, string>;
  path?: string;
  script?: string;
  cookie?: string;
  refusesCookies?: boolean;
}

/** Runs the built script before a document exists. */
function run({ stored = {}, facts = {}, path = '/', script = earlyScript, cookie = '', ...other }: Browser) {
  const root = { ...createRoot(), dataset: {} as Record<string, string> };
  const went: string[] = [];
  const listened: string[] = [];
  const listen = (event: string) => void listened.push(event);
  let cookies = cookie;
  runInNewContext(script, {
    document: {
      currentScript: { dataset: { language: 'en-us', languages: 'zh-cn en-us', fonts: '', faces: '', ...facts } },
      documentElement: root,
      get cookie() {
        return cookies;
      },
      set cookie(written: string) {
        if (!other.refusesCookies) cookies = written.split(';')[0] ?? '';
      },
      addEventListener: listen,
    },
    localStorage: { getItem: (key: string) => stored[key] ?? null },
    location: { pathname: path, replace: (to: string) => went.push(to), reload: () => went.push('reload') },
    addEventListener: listen,
  });
  return { ...root.written, dataset: root.dataset, style: root.style, went, listened, cookies };
}

const chosen: NovelSettings = {
  ...defaultSettings.novel,
  fontSizePx: 22,
  lineHeight: 1.8,
  justified: false,
  theme: 'sepia',
  flow: 'pages',
};
const chapterPath = '/reader/book/chapter/b1/c1/1';

describe('the script before the first paint', () => {
  it('is small, for it stands in every document', () => {
    expect(shortScript.length).toBeLessThan(3600);
    expect(earlyScript.length).toBeLessThan(6000);
  });

  it('has the reader’s part only in the documents of chapters', () => {
    const stored = { THEME: 'dark', READER_SETTINGS: '{"comic":{"widthPercent":70,"layout":"pages"}}' };
    const at = { stored, path: chapterPath };
    expect(run({ ...at, script: shortScript })).toMatchObject({ dataset: { theme: 'dark' }, properties: {} });
    expect(run(at)).toMatchObject({ dataset: { comicLayout: 'pages' }, properties: { '--comic-width': '0.7' } });
  });

  it.each([
    ['{"adult":true}', { adult: '' }],
    ['{"adult":"yes"}', {}],
    ['{"adult":false}', {}],
  ])('hides the question for the age where %s is kept', (kept, dataset) => {
    expect(run({ stored: { READER_SETTINGS: kept }, script: shortScript }).dataset).toEqual(dataset);
  });

  it.each([
    ['the defaults', defaultSettings.novel],
    ['a choice', chosen],
  ])('writes %s of a novel as the reader itself does', (_, novel) => {
    const root = createRoot();
    applyNovelToRoot(root, novel);
    const { attributes, properties } = run({ stored: { READER_SETTINGS: JSON.stringify({ novel }) } });
    expect({ attributes, properties }).toEqual(root.written);
  });

  it.each(['', '7', '[]', '{"novel":null}', '{"comic":{}}', '{"novel', '{"novel":{"a b":"c"}}', '{"books":{"b1":7}}'])(
    'writes nothing where %j is kept',
    (kept) => {
      const { attributes, properties, dataset } = run({
        stored: { READER_SETTINGS: kept, READING_PLACES: kept },
        path: chapterPath,
      });
      expect({ attributes, properties, dataset }).toEqual({ attributes: {}, properties: {}, dataset: {} });
    },
  );

  it('takes the layout of a comic from its book, else from all comics', () => {
    const settings = { comic: { layout: 'strip', widthPercent: 70, gapPx: 4 }, books: { b1: { layout: 'pages' } } };
    const stored = { READER_SETTINGS: JSON.stringify(settings) };
    expect(run({ stored, path: chapterPath }).dataset.comicLayout).toBe('pages');
    const other = run({ stored, path: '/reader/book/chapter/b2/c1/1' });
    expect(other.dataset.comicLayout).toBe('strip');
    expect(other.properties).toEqual({ '--comic-width': '0.7', '--comic-gap': '4px' });
    expect(run({ stored, path: '/' }).dataset.comicLayout).toBeUndefined();
  });

  it('redirects only visitors from a page for users', () => {
    const facts = { guard: '/login', entry: '/a.js' };
    expect(run({ facts })).toMatchObject({ went: ['/login'], listened: [] });
    expect(run({ facts, stored: { USER_UUID: 'u' } })).toMatchObject({ went: [], dataset: { user: '' } });
  });

  it('reloads a page once in the stored language, after setting its cookie', () => {
    const stored = { LANGUAGE: 'zh-cn' };
    expect(run({ stored })).toMatchObject({ went: ['reload'], cookies: 'language=zh-cn', listened: [] });
    expect(run({ stored, cookie: 'language=zh-cn' }).went).toEqual([]);
    expect(run({ stored, refusesCookies: true }).went).toEqual([]);
    expect(run({ stored, facts: { addressed: '' } })).toMatchObject({ went: [], cookies: 'language=zh-cn' });
    expect(run({ stored: { LANGUAGE: 'de-de' } })).toMatchObject({ went: [], cookies: 'language=en-us' });
  });

  it('shows theme and name, and reserves room for places', () => {
    const stored = { THEME: 'dark', USER_UUID: 'u', USERNAME: 'A"b', READING_PLACES: '{"u":{"b1":{}}}' };
    const { dataset, properties } = run({ stored });
    expect(dataset).toEqual({ theme: 'dark', user: '', reading: '' });
    expect(properties).toEqual({ '--username': '"A\\"b"' });
    expect(run({ stored: { THEME: 'pink', READING_PLACES: '{"visitor":{}}' } }).dataset).toEqual({});
  });

  it('holds presses only on a page whose code will load', () => {
    const listened = (facts: Record<string, string>) => run({ facts }).listened;
    expect(listened({})).toEqual(['DOMContentLoaded']);
    expect(listened({ entry: '/a.js', preload: '', messages: '' })).toEqual([
      'click',
      'submit',
      'change',
      'alive',
      'DOMContentLoaded',
    ]);
  });
});
