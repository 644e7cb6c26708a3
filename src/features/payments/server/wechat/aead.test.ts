import { webcrypto } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Aes } from 'wechatpay-axios-plugin';
import { seal } from '../sandbox/wechat-protocol.ts';
import { openResource } from './aead.ts';

const key = '0123456789abcdef0123456789ABCDEF';
const nonce = 'fdasfjiHklmn';
const algorithm = 'AEAD_AES_256_GCM';
const text = '{"a":1}';
const withData = {
  algorithm,
  nonce,
  associated_data: 'transaction',
  ciphertext: 'FgHExkbbHzbC8h9zYCMZeJ+rd7hjrjI=',
};
const withoutData = { algorithm, nonce, ciphertext: 'FgHExkbbH6YGxy2SLsJ3lbJuuXdQYMs=' };

function shorten(ciphertext: string, tagBytes: number): string {
  return Buffer.from(ciphertext, 'base64')
    .subarray(0, tagBytes - 16)
    .toString('base64');
}

describe('openResource', () => {
  it.each([
    { of: 'associated data', resource: withData },
    { of: 'empty associated data', resource: { ...withoutData, associated_data: '' } },
    { of: 'no associated data', resource: withoutData },
    { of: 'null as associated data', resource: { ...withoutData, associated_data: null } },
  ])('opens the known answer with $of', ({ resource }) => {
    expect(openResource(resource, key)).toBe(text);
  });

  it.each([
    { of: 'other associated data', resource: { ...withData, associated_data: 'refund' } },
    { of: 'missing associated data', resource: { ...withData, associated_data: undefined } },
    { of: 'associated data where there was none', resource: { ...withoutData, associated_data: 'transaction' } },
    { of: 'a short GCM tag, of four bytes', resource: { ...withData, ciphertext: shorten(withData.ciphertext, 4) } },
    {
      of: 'a short GCM tag, of fifteen bytes',
      resource: { ...withData, ciphertext: shorten(withData.ciphertext, 15) },
    },
    { of: 'nothing but four bytes', resource: { ...withData, ciphertext: 'FgHExg==' } },
    { of: 'no ciphertext', resource: { ...withData, ciphertext: '' } },
    { of: 'another algorithm', resource: { ...withData, algorithm: 'AEAD_AES_128_GCM' } },
    { of: 'another nonce', resource: { ...withData, nonce: 'fdasfjiHklmm' } },
    { of: 'a nonce of eleven bytes', resource: { ...withData, nonce: 'fdasfjiHklm' } },
    { of: 'an empty nonce', resource: { ...withData, nonce: '' } },
    { of: 'a twelfth character that is two bytes', resource: { ...withData, nonce: 'fdasfjiHklmé' } },
  ])('does not open $of', ({ resource }) => {
    expect(openResource(resource, key)).toBeNull();
  });

  it('does not open with another key', () => {
    expect(openResource(withData, key.toLowerCase())).toBeNull();
  });

  it('does not open after any one bit was flipped, in the text or in the authentication tag, which is never dropped', () => {
    void fc.assert(
      fc.property(fc.json(), fc.nat(), fc.nat(7), (sealedText, place, bit) => {
        const resource = seal(sealedText, { key, associatedData: 'transaction' });
        const bytes = Buffer.from(resource.ciphertext, 'base64');
        const at = place % bytes.length;
        bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << bit), at);
        expect(openResource(resource, key)).toBe(sealedText);
        expect(openResource({ ...resource, ciphertext: bytes.toString('base64') }, key)).toBeNull();
      }),
    );
  });

  it('decrypts texts that another client and the Web Crypto API have encrypted', async () => {
    const plain = '{"out_trade_no":"ls01","名":"月卡"}';
    const sealedByOther = Aes.AesGcm.encrypt(plain, key, nonce, 'transaction');
    const webKey = await webcrypto.subtle.importKey('raw', Buffer.from(key), 'AES-GCM', false, ['encrypt']);
    const sealedByWeb = await webcrypto.subtle.encrypt(
      { name: 'AES-GCM', iv: Buffer.from(nonce), additionalData: Buffer.from('transaction') },
      webKey,
      Buffer.from(plain),
    );
    expect(Buffer.from(sealedByWeb).toString('base64')).toBe(sealedByOther);
    expect(openResource({ ...withData, ciphertext: sealedByOther }, key)).toBe(plain);
  });
});
