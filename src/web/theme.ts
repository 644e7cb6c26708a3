import { storeTheme, type Theme } from './session.ts';

/** The browser's bars take the paper's colour; the same values as in ui/tokens.css. */
export const themeColors: Record<Theme, string> = { light: '#faf6ee', dark: '#131110' };

/** Switches between light and dark, and keeps the choice. */
export function switchTheme(): void {
  const root = document.documentElement;
  const systemDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const now = root.dataset.theme ?? (systemDark ? 'dark' : 'light');
  const next: Theme = now === 'dark' ? 'light' : 'dark';
  root.dataset.theme = next;
  for (const meta of document.querySelectorAll('meta[name=theme-color]'))
    meta.setAttribute('content', themeColors[next]);
  storeTheme(next);
}
