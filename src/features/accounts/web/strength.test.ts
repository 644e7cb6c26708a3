import { expect, it } from 'vitest';
import { commonPasswords } from './common-passwords.ts';
import { strengthOf } from './strength.ts';

it('knows the 3,000 commonest passwords', () => {
  expect(commonPasswords.size).toBe(3000);
  for (const word of ['123456', 'password', 'qwerty', 'letmein']) expect(commonPasswords.has(word)).toBe(true);
});

it.each([
  ['', 'weak'],
  ['aaaaaaaaaaaaaaaa', 'weak'],
  ['abcdefghijklmnop', 'weak'],
  ['12345678', 'weak'],
  ['PassWord', 'weak'],
  ['password123!', 'weak'],
  ['Reader2024', 'weak'],
  ['trumpet', 'weak'],
  ['trumpet7x', 'fair'],
  ['correct horse', 'good'],
  ['correct horse battery', 'strong'],
  ['kT9#vq2Lm!xR', 'strong'],
  ['密码很长很难猜的一句话', 'strong'],
])('finds %j %s', (password, strength) => {
  expect(strengthOf(password, { username: 'reader', common: commonPasswords })).toBe(strength);
});
