import { constants, generateKeyPairSync, sign } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signatureHeaders } from '../sandbox/wechat-protocol.ts';
import { findSignatureFault, type Headers } from './verify.ts';

const keyId = 'PUB_KEY_ID_0119000000012027013100001';
const serial = '7132D72A03E93CDDF8C03BBD1F37EEDF0123ABCD';
const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const otherPair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const keys = new Map([
  [keyId, pair.publicKey],
  [serial, otherPair.publicKey],
]);
const now = new Date('2027-01-31T04:05:06.000Z');
const body = '{"code_url":"weixin://wxpay/bizpayurl?pr=p4lpSuKzz"}';

/** Node gives the names of headers in lower case. */
function signed(text = body, { at = now, as = { serial: keyId, privateKey: pair.privateKey } } = {}): Headers {
  const headers = signatureHeaders(as, text, at.getTime());
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function faultOf(headers: Headers, rawBody: string | Buffer = body, at = now) {
  return findSignatureFault({ headers, rawBody: Buffer.from(rawBody), keys, now: at });
}

function secondsLater(seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000);
}

describe('findSignatureFault', () => {
  it('finds nothing against what was signed', () => {
    expect(faultOf(signed())).toBeNull();
    expect(faultOf(signed('', {}), '')).toBeNull();
  });

  it('takes every key it knows by its own serial alone', () => {
    const other = { serial, privateKey: otherPair.privateKey };
    expect(faultOf(signed(body, { as: other }))).toBeNull();
    expect(faultOf({ ...signed(body, { as: other }), 'wechatpay-serial': keyId })).toBe('bad_signature');
    expect(faultOf({ ...signed(body, { as: other }), 'wechatpay-serial': serial.toLowerCase() })).toBe(
      'unknown_serial',
    );
  });

  it.each(['wechatpay-timestamp', 'wechatpay-nonce', 'wechatpay-signature', 'wechatpay-serial'])(
    'misses %s when it is not there, empty or there twice: no missing field makes the check skippable',
    (name) => {
      const { [name]: value, ...others } = signed();
      expect(faultOf(others)).toBe('missing_header');
      expect(faultOf({ ...others, [name]: '' })).toBe('missing_header');
      expect(faultOf({ ...others, [name]: [String(value), String(value)] })).toBe('missing_header');
    },
  );

  it('takes the one type of signature, named or not', () => {
    expect(faultOf({ ...signed(), 'wechatpay-signature-type': undefined })).toBeNull();
    expect(faultOf({ ...signed(), 'wechatpay-signature-type': 'WECHATPAY2-SM2-WITH-SM3' })).toBe('unknown_type');
    expect(faultOf({ ...signed(), 'wechatpay-signature-type': '' })).toBe('unknown_type');
  });

  it.each(['constructor', '__proto__', 'toString', 'PUB_KEY_ID_', `${keyId} `])('knows no serial %j', (unknown) => {
    expect(faultOf({ ...signed(), 'wechatpay-serial': unknown })).toBe('unknown_serial');
  });

  it.each([
    { seconds: 299, expected: null },
    { seconds: 301, expected: 'stale' },
    { seconds: -299, expected: null },
    { seconds: -301, expected: 'stale' },
  ])('$seconds s later: $expected', ({ seconds, expected }) => {
    expect(faultOf(signed(), body, secondsLater(seconds))).toBe(expected);
  });

  it.each(['', 'NaN', 'Infinity', '1e9', '0x6B5E3332', `${now.getTime() / 1000}.0`, ` ${now.getTime() / 1000}`])(
    'takes no %j as a time, though it was signed',
    (timestamp) => {
      const message = `${timestamp}\nnonce\n${body}\n`;
      const headers = {
        'wechatpay-timestamp': timestamp,
        'wechatpay-nonce': 'nonce',
        'wechatpay-serial': keyId,
        'wechatpay-signature': sign('sha256', Buffer.from(message), pair.privateKey).toString('base64'),
      };
      expect(faultOf(headers)).toBe(timestamp === '' ? 'missing_header' : 'stale');
    },
  );

  it("is not taken in by WeChat Pay's own probes", () => {
    const headers = signed();
    const probe = `WECHATPAY/SIGNTEST/${String(headers['wechatpay-signature']).slice(19)}`;
    expect(faultOf({ ...headers, 'wechatpay-signature': probe })).toBe('bad_signature');
  });

  it.each(['', 'x', '====', 'AAAA', '\u0000', 'é'.repeat(400), 'A'.repeat(100_000)])(
    'refuses a signature that is none',
    (signature) => {
      const expected = signature === '' ? 'missing_header' : 'bad_signature';
      expect(faultOf({ ...signed(), 'wechatpay-signature': signature })).toBe(expected);
    },
  );

  it('refuses other spellings of a signature that decode to the same bytes', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
    const headers = signed();
    const signature = String(headers['wechatpay-signature']);
    // 256 bytes end within a symbol: four bits of it have no meaning.
    const last = alphabet[alphabet.indexOf(signature[341] ?? '') ^ 1];
    const spellings = [
      `${signature.slice(0, 341)}${last}==`,
      signature.slice(0, -2),
      ` ${signature}`,
      `${signature}AAAA`,
      signature.replaceAll('+', '-').replaceAll('/', '_'),
    ].filter((spelling) => spelling !== signature);
    for (const spelling of spellings)
      expect(faultOf({ ...headers, 'wechatpay-signature': spelling })).toBe('bad_signature');
  });

  it('refuses a PSS signature', () => {
    const headers = signed();
    const message = `${headers['wechatpay-timestamp']}\n${headers['wechatpay-nonce']}\n${body}\n`;
    const key = { key: pair.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING };
    const signature = sign('sha256', Buffer.from(message), key).toString('base64');
    expect(faultOf({ ...headers, 'wechatpay-signature': signature })).toBe('bad_signature');
  });

  it('looks at the very bytes: JSON that says the same is something else', () => {
    expect(faultOf(signed(), JSON.stringify(JSON.parse(body), null, 1))).toBe('bad_signature');
    expect(faultOf(signed(), `${body}\n`)).toBe('bad_signature');
    // Read as text, both would be the same replacement character.
    expect(faultOf(signed('\ufffd'), Buffer.from([0xff]))).toBe('bad_signature');
  });

  it('refuses any one changed byte of the body', () => {
    const headers = signed();
    void fc.assert(
      fc.property(fc.nat(body.length - 1), fc.integer({ min: 1, max: 255 }), (place, difference) => {
        const bytes = Buffer.from(body);
        bytes.writeUInt8(bytes.readUInt8(place) ^ difference, place);
        expect(faultOf(headers, bytes)).toBe('bad_signature');
      }),
    );
  });

  it.each(['wechatpay-timestamp', 'wechatpay-nonce', 'wechatpay-signature', 'wechatpay-serial'])(
    'refuses any one changed character of %s',
    (name) => {
      const headers = signed();
      const value = String(headers[name]);
      const character = fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code));
      void fc.assert(
        fc.property(fc.nat(value.length - 1), character, (place, replacement) => {
          fc.pre(value[place] !== replacement);
          const changed = value.slice(0, place) + replacement + value.slice(place + 1);
          expect(faultOf({ ...headers, [name]: changed })).not.toBeNull();
        }),
      );
    },
  );
});
