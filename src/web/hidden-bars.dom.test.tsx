import { expect, it } from 'vitest';
import { hideBar, hideBars } from './hidden-bars.ts';
import { forgetEverything, storeSession } from './stored-session.ts';

it('an announcement that was hidden in a browser stays hidden after a logout, of which nothing else is left', () => {
  storeSession({ token: 'token', uuid: '0b2f7a52-3f0f-4d52-9f5e-0d6d7f7c0001', username: 'ada' });
  hideBar('news');
  forgetEverything();
  document.documentElement.removeAttribute('style');
  hideBars();
  expect(document.documentElement.style.getPropertyValue('--bar-news')).toBe('none');
  expect(Object.keys(window.localStorage)).toEqual(['HIDDEN_BARS']);
});
