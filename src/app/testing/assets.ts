import type { Assets } from '../assets.ts';

/** Stands for the browser's build, which these tests do without. */
export const assets: Assets = {
  files: new Map(),
  pageFiles: (source, language) => ({
    css: '.a { color: red }',
    styles: ['/assets/a.css'],
    fonts: '/assets/fonts.css',
    entry: '/assets/browser.js',
    preload: [`/assets/${source.length}.js`],
    messages: `/assets/${language}.json`,
  }),
};
