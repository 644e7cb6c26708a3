import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draws, inLong } from '../../server/testing/depth.ts';
import {
  checkRegistration,
  deviceOf,
  readInviteCode,
  readPassword,
  readUsername,
  usernameKey,
  writeInviteCode,
} from './rules.ts';

describe('two spellings of one name have one key', () => {
  it.each([
    ['Reader', 'rEADER'],
    ['ｒｅａｄｅｒ', 'READER'],
    ['Amélie', 'Ame\u0301lie'],
    ['straße', 'STRASSE'],
    ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
    ['ΣΊΣΥΦΟΣ', 'σίσυφοσ'],
    ['\uff76\uff9e\uff77\uff9e\uff78', 'ガギク'],
    ['\u212aelvin', 'kelvin'],
    ['\u1112\u1161\u11ab\u1100\u1173\u11af', '한글'],
  ])('%s and %s', (one, other) => {
    // With two digits each of them is long enough to be a name.
    const key = usernameKey(`${one}12`);
    expect(key).not.toBeNull();
    expect(usernameKey(`${other}12`)).toBe(key);
  });

  it.each([
    ['reader', 'readers'],
    ['resume', 'résumé'],
    ['user1', 'user١'],
  ])('%s and %s are two names', (one, other) => {
    expect(usernameKey(one)).not.toBe(usernameKey(other));
  });
});

/** Names of letters and digits of several scripts. */
const letters = fc.constantFrom(...'abzßſıİéñKaＡｚ１9漢字かカｶﾞ한글قارئअबक١٢३');
const cyrillic = fc.constantFrom(...'абвёЖҐЙ19');
const greek = fc.constantFrom(...'αςσΣΐΰᾳΏ19');
const name = fc.oneof(...[letters, cyrillic, greek].map((unit) => fc.string({ unit, minLength: 4, maxLength: 14 })));

describe('the key of any name', () => {
  it('is the key of itself, and of the name as it is shown', () => {
    fc.assert(
      fc.property(name, (typed) => {
        const username = readUsername(typed);
        fc.pre(typeof username !== 'string');
        if (typeof username === 'string') return;
        expect(username.key).toBe(username.key.normalize('NFKC'));
        expect(readUsername(username.shown)).toEqual(username);
        const again = readUsername(username.key);
        if (typeof again !== 'string') expect(again.key).toBe(username.key);
      }),
      { numRuns: draws(3000) },
    );
  });

  inLong('is the same in capitals, in small letters, in full width and taken apart', () => {
    const widen = (text: string) =>
      text.replace(/[!-~]/g, (symbol) => String.fromCodePoint((symbol.codePointAt(0) ?? 0) + 0xfee0));
    fc.assert(
      fc.property(name, (typed) => {
        const key = usernameKey(typed);
        fc.pre(key !== null);
        const shapes = [
          typed.toUpperCase(),
          typed.toLowerCase(),
          widen(typed),
          typed.normalize('NFD'),
          typed.normalize('NFKD'),
        ];
        // Capitals may be longer, as for ß: a name that has become too long is refused.
        for (const shape of shapes) expect([key, null]).toContain(usernameKey(shape));
        for (const shape of shapes.slice(1))
          if ([...shape.normalize('NFKC')].length <= 16) expect(usernameKey(shape)).toBe(key);
      }),
      { numRuns: draws(3000) },
    );
  });

  it('is there or not, for any text at all, and never an error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (typed) => {
        const key = usernameKey(typed);
        if (key !== null) expect(key).toMatch(/^[\p{L}\p{M}\p{Nd}]+$/u);
      }),
      { numRuns: draws(3000) },
    );
  });
});

describe('registration', () => {
  it('takes exactly the lengths that it says, in code points', () => {
    for (let length = 1; length <= 30; length += 1) {
      const named = checkRegistration({ username: '𠀀'.repeat(length), password: 'password' });
      expect([length, Array.isArray(named)]).toEqual([length, length < 4 || length > 16]);
      const kept = checkRegistration({ username: 'reader', password: '😀'.repeat(length) });
      expect([length, Array.isArray(kept)]).toEqual([length, length < 5 || length > 25]);
    }
  });

  it('counts a letter and its mark as one where they are one letter', () => {
    expect(checkRegistration({ username: 'e\u0301'.repeat(16), password: 'e\u0301'.repeat(25) })).toEqual({
      username: { shown: 'é'.repeat(16), key: 'é'.repeat(16) },
      password: 'é'.repeat(25),
    });
  });
});

describe('a password at login', () => {
  it.each([
    ['128 code points', '😀'.repeat(128), '😀'.repeat(128)],
    ['taken apart', 'e\u0301', 'é'],
    ['129 code points', 'p'.repeat(129), null],
    ['half a character', 'p\ud800', null],
  ])('%s', (_what, typed, password) => {
    expect(readPassword(typed)).toBe(password);
  });
});

describe('invite codes', () => {
  it('are written with symbols that cannot be mistaken', () => {
    const symbols = new Set(Array.from({ length: 32 }, (_, drawn) => writeInviteCode(() => drawn)));
    expect(symbols.size).toBe(32);
    for (const code of symbols) {
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z])\1{7}$/);
      expect(readInviteCode(code.toLowerCase())).toEqual({ kind: 'code', code });
    }
  });

  it.each([
    [undefined, { kind: 'none' }],
    ['', { kind: 'none' }],
    [' \t', { kind: 'none' }],
    ['oIL0-1aBc', { kind: 'code', code: '01101ABC' }],
    ['０１１０１ＡＢＣ', { kind: 'code', code: '01101ABC' }],
    ['0110 1ABC', { kind: 'code', code: '01101ABC' }],
    ['0110–1ABC', { kind: 'code', code: '01101ABC' }],
    ['01101ABU', { kind: 'malformed' }],
    ['01101AB', { kind: 'malformed' }],
    ['01101ABCD', { kind: 'malformed' }],
    ['\0', { kind: 'malformed' }],
    ['-', { kind: 'malformed' }],
  ])('%s is read as %j', (typed, read) => {
    expect(readInviteCode(typed)).toEqual(read);
  });
});

describe('the device of a session', () => {
  const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
  it.each([
    [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`, 'Chrome, Android'],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
      'Edge, Windows',
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 OPR/120.0.0.0`,
      'Opera, Windows',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
      'Safari, iPhone',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0.0.0 Mobile/15E148 Safari/604.1',
      'Chrome, iPhone',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
      'Safari, macOS',
    ],
    [
      `Mozilla/5.0 (Linux; Android 14; SM-S921B) ${webkit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
      'Samsung Internet, Android',
    ],
    [
      `Mozilla/5.0 (Linux; Android 14; V2219A) ${webkit} Version/4.0 Chrome/130.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.50`,
      'WeChat, Android',
    ],
    ['SomeReader/1.0 (Android)', 'Android'],
    ['curl/8.5.0', ''],
    ['', ''],
    [undefined, ''],
    [`${' '.repeat(600)}Chrome/140 Android`, ''],
    ['<script>Chrome/</script> Windows\r\n', 'Chrome, Windows'],
  ])('%s is %s', (userAgent, device) => {
    expect(deviceOf(userAgent)).toBe(device);
  });
});
