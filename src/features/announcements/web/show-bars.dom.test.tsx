import { afterEach, expect, it } from 'vitest';
import { remove } from '../../../web/storage.ts';
import { hideBarsOnPress } from './show-bars.ts';

afterEach(() => {
  document.body.replaceChildren();
  remove('HIDDEN_BARS');
});

it('a bar that is hidden hands the focus to the next one, and the last to the page', () => {
  hideBarsOnPress();
  const bars = ['one', 'two'].map((bar) => {
    const button = document.body.appendChild(document.createElement('button'));
    button.dataset.bar = bar;
    return button;
  });
  const main = document.body.appendChild(document.createElement('main'));
  main.tabIndex = -1;
  for (const [nth, bar] of bars.entries()) {
    bar.focus();
    bar.click();
    expect(document.activeElement).toBe(bars[nth + 1] ?? main);
  }
});
