import { read, storedKeys, write } from '../storage.ts';
import type { EarlyFacts } from './facts.ts';

/** Any of them begins the code at once. */
const signs = ['pointerdown', 'touchstart', 'keydown', 'wheel'];
/** Where no code comes, the images come all the same. */
const lateMs = 6000;
const longestWaitMs = 3000;

/**
 * Loads fonts and code once the first image is there: the art comes first, reading needs no code. Where `isDue` says so
 * when the document is parsed, they are loaded at once.
 */
export function startWhenDue(facts: EarlyFacts, isDue: () => boolean): void {
  const { fonts } = facts;
  // Fonts that were seen before come from the browser's cache, before anything shows; else they wait too.
  const areSeen = fonts !== '' && read(storedKeys.fonts) === fonts;
  if (areSeen) link('stylesheet', fonts);

  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    const { dataset } = document.documentElement;
    dataset.started = '';
    setTimeout(() => {
      dataset.late = '';
    }, lateMs);
    for (const sign of signs) removeEventListener(sign, start, true);
    loadCode(facts);
    if (areSeen || !fonts) return;
    write(storedKeys.fonts, fonts);
    loadFonts(facts);
  };
  document.addEventListener('DOMContentLoaded', () => {
    const lead = document.querySelector<HTMLImageElement>('img[fetchpriority=high]');
    if (isDue() || !lead) return start();
    // Decoded and on the screen: to compile the code would only hold the picture up.
    lead.decode().then(() => requestAnimationFrame(() => setTimeout(start)), start);
    setTimeout(start, longestWaitMs);
    for (const sign of signs) addEventListener(sign, start, { capture: true, passive: true });
  });
}

function loadCode({ entry, preload, messages }: EarlyFacts): void {
  if (!entry) return;
  for (const href of preload.split(' ')) link('modulepreload', href, { fetchPriority: 'low' });
  link('preload', messages, { as: 'fetch', crossOrigin: 'anonymous' });
  void import(/* @vite-ignore */ entry);
}

/** The faces of every page come into use together: each by itself would have the whole page laid out anew. */
function loadFonts({ fonts, faces }: EarlyFacts): void {
  link('preload', fonts, { as: 'style' });
  const loaded = faces
    .split(' ')
    .filter(Boolean)
    .map(
      (face) =>
        new Promise((settled) => {
          link('preload', face, { as: 'font', crossOrigin: '', onload: settled, onerror: settled });
        }),
    );
  void Promise.all(loaded).then(() => link('stylesheet', fonts));
}

function link(rel: string, href: string, more: Partial<HTMLLinkElement> = {}): void {
  document.head.append(Object.assign(document.createElement('link'), { rel, href }, more));
}
