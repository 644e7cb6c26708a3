import type { NovelSettings } from '../../reader-settings.ts';

/** What of the document's root the settings are written on. */
export interface Root {
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  style: { setProperty(name: string, value: string): void; removeProperty(name: string): string };
}

/**
 * Writes how novels are to be set on the document, for CSS to follow: numbers as custom properties, words as
 * attributes, nothing where the script's own default holds. bootstrap.js does the same before the first paint.
 */
export function applyToRoot(root: Root, novel: NovelSettings): void {
  for (const [name, value] of Object.entries(novel)) {
    const key = `novel-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    root.style.removeProperty(`--${key}`);
    root.removeAttribute(`data-${key}`);
    if (typeof value === 'number') root.style.setProperty(`--${key}`, `${value}${name.endsWith('Px') ? 'px' : ''}`);
    else if (value !== null) root.setAttribute(`data-${key}`, String(value));
  }
}
