import { expect, it } from 'vitest';
import { readCredentials } from './credentials.ts';

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

it.each([
  [{}, null],
  [{ 'x-api-key': 'k' }, { key: 'k', name: null }],
  [
    { 'x-api-key': 'k', authorization: basic('n:other') },
    { key: 'k', name: null },
  ],
  [
    { 'x-api-key': '', authorization: basic('n:k') },
    { key: 'k', name: 'n' },
  ],
  [{ authorization: 'Token k' }, { key: 'k', name: null }],
  [{ authorization: basic('n:k') }, { key: 'k', name: 'n' }],
  [{ authorization: basic(':k') }, { key: 'k', name: '' }],
  [{ authorization: basic('阿明:k:with:colons') }, { key: 'k:with:colons', name: '阿明' }],
  [{ authorization: basic('no colon') }, { key: '', name: 'no colon' }],
  [{ authorization: 'basic' }, { key: '', name: '' }],
  [{ authorization: 'Bearer k' }, null],
])('in %j are %j', (headers, found) => {
  expect(readCredentials(headers)).toEqual(found);
});
