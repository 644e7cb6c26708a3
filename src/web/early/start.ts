import { read, storedKeys, write } from '../storage.ts';
import type { EarlyFacts } from './facts.ts';

/** Any of these events starts the code at once. */
const signs = ['pointerdown', 'touchstart', 'keydown', 'wheel'];
/** After this time images load even if the code has not come. */
const lateMs = 6000;
const longestWaitMs = 3000;

/**
 * Loads fonts and code after the first image: pictures come first, and reading needs no code. Where `isDue` is true
 * once the document is parsed, fonts and code are loaded at once.
 */
export function startWhenDue(facts: EarlyFacts, isDue: () => boolean): void {
  const { fonts } = facts;
  // Fonts of an earlier visit come from the browser's cache before the first paint; other fonts wait too.
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
    // The code waits until the picture is decoded and painted: compiling would delay the picture.
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

/** The fonts of every page are applied together: each one alone would cause a new layout of the whole page. */
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
