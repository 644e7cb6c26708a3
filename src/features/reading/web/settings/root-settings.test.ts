import { describe, expect, it } from 'vitest';
import { defaultSettings, type NovelSettings } from '../../reader-settings.ts';
import { createRoot } from '../../testing/root.ts';
import { applyNovelToRoot } from './root-settings.ts';

const chosen: NovelSettings = {
  ...defaultSettings.novel,
  fontSizePx: 22,
  lineHeight: 1.8,
  justified: false,
  theme: 'sepia',
  flow: 'pages',
};

describe('applyNovelToRoot', () => {
  it('writes numbers as properties and words as attributes', () => {
    const root = createRoot();
    applyNovelToRoot(root, chosen);
    expect(root.written.properties).toMatchObject({ '--novel-font-size-px': '22px', '--novel-line-height': '1.8' });
    expect(root.written.attributes).toMatchObject({ 'data-novel-theme': 'sepia', 'data-novel-justified': 'false' });
  });

  it('takes back what is the default again', () => {
    const root = createRoot();
    applyNovelToRoot(root, chosen);
    applyNovelToRoot(root, defaultSettings.novel);
    expect(root.written.properties).not.toHaveProperty('--novel-font-size-px');
    expect(root.written.attributes).not.toHaveProperty('data-novel-justified');
  });
});
