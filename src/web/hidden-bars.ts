import { hiddenBarsKey as key, read, write } from './storage.ts';

/** Only some are announced at a time: older ones need not be remembered. */
const most = 20;

/** Hides an announcement in this browser for good. */
export function hideBar(id: string): void {
  const others = hiddenBars().filter((each) => each !== id);
  write(key, [...others.slice(1 - most), id].join(' '));
  hide(id);
}

/** Hides what was hidden before, ahead of the first paint. */
export function hideBars(): void {
  hiddenBars().forEach(hide);
}

const hiddenBars = () => (read(key) ?? '').split(' ').filter(Boolean);
const hide = (id: string) => document.documentElement.style.setProperty(`--bar-${id}`, 'none');
