import { describe, expect, it } from 'vitest';
import { bodyOfSite } from './site-fields.ts';

const value = { 'name.en-us': 'Ink', 'name.zh-cn': '墨', 'tagline.fr-fr': ' ', accent: '#AA0000' };

describe('the body of a changed site', () => {
  it.each([
    ['has only what was changed', { accent: '#AA0000' }, { accent: '#aa0000' }],
    ['has a map whole', { 'name.zh-cn': '墨' }, { name: { 'en-us': 'Ink', 'zh-cn': '墨' } }],
    [
      'gives the first value back for a blank one',
      { accent: ' ', 'tagline.fr-fr': ' ' },
      { accent: null, tagline: null },
    ],
    ['lets the server refuse what is no number', { withdrawal_days: '14 days' }, { withdrawal_days: -1 }],
    ['has a number', { withdrawal_days: '14' }, { withdrawal_days: 14 }],
  ])('%s', (_, changes, body) => {
    expect(bodyOfSite(changes, value)).toEqual(body);
  });
});
