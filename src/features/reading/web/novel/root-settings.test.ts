import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { defaultSettings, type NovelSettings } from '../../reader-settings.ts';
import { applyToRoot } from './root-settings.ts';

/** A document's root that only remembers. */
function createRoot() {
  const attributes: Record<string, string> = {};
  const properties: Record<string, string> = {};
  return {
    written: { attributes, properties },
    dataset: {},
    setAttribute: (name: string, value: unknown) => {
      attributes[name] = String(value);
    },
    removeAttribute: (name: string) => delete attributes[name],
    style: {
      setProperty: (name: string, value: unknown) => {
        properties[name] = String(value);
      },
      removeProperty: (name: string) => {
        delete properties[name];
        return '';
      },
    },
  };
}

/** What the script in the head writes on the root where `kept` stands in the browser's storage. */
function bootstrapped(kept: string | null) {
  const root = createRoot();
  const script = { dataset: { languages: 'en-us', fonts: '' } };
  const document = { currentScript: script, documentElement: root, cookie: '', addEventListener: () => {} };
  const localStorage = { getItem: (key: string) => (key === 'READER_SETTINGS' ? kept : null) };
  runInNewContext(readFileSync(join(import.meta.dirname, '../../../../web/bootstrap.js'), 'utf8'), {
    document,
    localStorage,
    location: { pathname: '/' },
  });
  return root.written;
}

const chosen: NovelSettings = {
  ...defaultSettings.novel,
  fontSizePx: 22,
  lineHeight: 1.8,
  justified: false,
  theme: 'sepia',
  flow: 'pages',
};

describe('applyToRoot', () => {
  it.each([
    ['the defaults', defaultSettings.novel],
    ['a choice', chosen],
  ])('writes %s as the script before the first paint does', (_, novel) => {
    const root = createRoot();
    applyToRoot(root, novel);
    expect(root.written).toEqual(bootstrapped(JSON.stringify({ novel })));
  });

  it('writes numbers as properties and words as attributes', () => {
    const root = createRoot();
    applyToRoot(root, chosen);
    expect(root.written.properties).toMatchObject({ '--novel-font-size-px': '22px', '--novel-line-height': '1.8' });
    expect(root.written.attributes).toMatchObject({ 'data-novel-theme': 'sepia', 'data-novel-justified': 'false' });
  });

  it('takes back what is the default again', () => {
    const root = createRoot();
    applyToRoot(root, chosen);
    applyToRoot(root, defaultSettings.novel);
    expect(root.written.properties).not.toHaveProperty('--novel-font-size-px');
    expect(root.written.attributes).not.toHaveProperty('data-novel-justified');
  });
});

describe('the script before the first paint', () => {
  it.each([null, '', '7', '{"novel":null}', '{"comic":{}}', '{"novel', '{"novel":{"a b":"c"}}'])(
    'takes no offence at %j',
    (kept) => {
      expect(bootstrapped(kept)).toEqual({ attributes: {}, properties: {} });
    },
  );
});
