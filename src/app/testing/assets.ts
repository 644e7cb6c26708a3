import type { Assets } from '../rendering/assets.ts';

/** Replaces the browser's build, which these tests do not need. */
export const assets: Assets = {
  files: new Map(),
  pageFiles: ({ source, parts = [], language }) => ({
    css: '.a { color: red }',
    styles: ['/assets/a.css'],
    fonts: '/assets/fonts.css',
    faces: [],
    entry: '/assets/browser.js',
    preload: [`/assets/${source.length}.js`],
    ofParts: Object.fromEntries(parts.map((part) => [part, [`/assets/${part.split('/').at(-1)}.js`]])),
    messages: `/assets/${language}.json`,
  }),
};
