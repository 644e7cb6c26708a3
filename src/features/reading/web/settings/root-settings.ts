import type { NovelSettings } from '../../reader-settings.ts';

/** The part of the document's root that the settings are written on. */
export interface Root {
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  style: {
    getPropertyValue(name: string): string;
    setProperty(name: string, value: string): void;
    removeProperty(name: string): string;
  };
}

/**
 * Writes how novels are to be set on the document, for CSS to follow: numbers as custom properties, words as
 * attributes, nothing where the script's own default holds.
 */
export function applyNovelToRoot(root: Root, novel: Partial<NovelSettings>): void {
  for (const [name, value] of Object.entries(novel)) {
    const key = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    root.style.removeProperty(`--novel-${key}`);
    root.removeAttribute(`data-novel-${key}`);
    if (typeof value === 'number')
      root.style.setProperty(`--novel-${key}`, `${value}${name.endsWith('Px') ? 'px' : ''}`);
    else if (value !== null) root.setAttribute(`data-novel-${key}`, String(value));
  }
}
