import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'themes.css'), 'utf8');
const themes = [...css.matchAll(/data-novel-theme="(\w+)"[^{]*\{([^}]*)\}/g)].map(([, name = '', body = '']) => ({
  name,
  color: (token: string) => new RegExp(`--color-${token}: (#[0-9a-f]+);`).exec(body)?.[1] ?? '',
}));

/** As WCAG measures light. */
function luminance(color: string): number {
  const digits = color.length === 4 ? [...color.slice(1)].map((digit) => digit + digit) : color.match(/\w\w/g);
  const [red = 0, green = 0, blue = 0] = (digits ?? []).map((pair) => {
    const share = Number.parseInt(pair, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

describe('the papers of novels', () => {
  it('are five, beside the site’s own', () => {
    expect(themes.map(({ name }) => name)).toEqual(['light', 'sepia', 'green', 'dark', 'black']);
  });

  it.each(themes)('$name: letters stand out by 7:1, quieter words and fields by what WCAG asks', ({ color }) => {
    for (const paper of ['paper', 'surface', 'sunk']) {
      expect(contrast(color('ink'), color(paper))).toBeGreaterThanOrEqual(7);
      expect(contrast(color('muted'), color(paper))).toBeGreaterThanOrEqual(4.5);
      expect(contrast(color('danger'), color(paper))).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrast(color('control'), color('paper'))).toBeGreaterThanOrEqual(3);
    expect(contrast(color('on-strong'), color('strong'))).toBeGreaterThanOrEqual(7);
  });

  it.each(themes)('$name: the sample to choose it by looks like it', ({ name, color }) => {
    const sample = new RegExp(`\\[data-paper="${name}"\\] \\{([^}]*)\\}`).exec(css)?.[1];
    expect(sample).toContain(`--swatch-paper: ${color('paper')};`);
    expect(sample).toContain(`--swatch-ink: ${color('ink')};`);
  });

  it('black does not glare: its letters are at most 85 % white', () => {
    const ink = themes.find(({ name }) => name === 'black')?.color('ink') ?? '';
    for (const pair of ink.match(/\w\w/g) ?? ['ff']) expect(Number.parseInt(pair, 16)).toBeLessThanOrEqual(0.85 * 255);
  });
});
