import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Formatter, Rsa } from 'wechatpay-axios-plugin';
import { parseAuthorization } from '../sandbox/wechat-protocol.ts';
import { authorize, requestMessage } from './sign.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const merchant = { mchId: '1900000001', mchSerialNo: '5157F09EFDC096DE15EBE81A47057A72', mchPrivateKey: privateKey };
const now = new Date('2027-01-31T04:05:06.789Z');
const create = { method: 'POST', path: '/v3/pay/transactions/native', body: '{"description":"月卡"}' } as const;
const query = { method: 'GET', path: '/v3/pay/transactions/out-trade-no/ls%7C01?mchid=1900000001', body: '' } as const;

/** The answer of openssl about a signature; null on a machine without openssl. */
function askOpenssl(message: string, signature: string): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'longstrip-openssl-'));
  const keep = (name: string, content: string | Buffer) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  try {
    const key = keep('key.pem', publicKey.export({ type: 'spki', format: 'pem' }));
    const signed = keep('signature.bin', Buffer.from(signature, 'base64'));
    const text = keep('message.txt', message);
    return execFileSync('openssl', ['dgst', '-sha256', '-verify', key, '-signature', signed, text]).toString().trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('requestMessage', () => {
  it('is five lines, each of them ended', () => {
    const at = { timestamp: 1801368306, nonce: '593BEC0C930BF1AFEB40B4A08C8FB242' };
    expect(requestMessage(create, at)).toBe(
      'POST\n/v3/pay/transactions/native\n1801368306\n593BEC0C930BF1AFEB40B4A08C8FB242\n{"description":"月卡"}\n',
    );
    expect(requestMessage(query, at)).toBe(
      'GET\n/v3/pay/transactions/out-trade-no/ls%7C01?mchid=1900000001\n1801368306\n593BEC0C930BF1AFEB40B4A08C8FB242\n\n',
    );
  });

  it.each([create, query])('is what another client would sign for $method', (request) => {
    const at = { timestamp: 1801368306, nonce: 'abc' };
    const other = Formatter.request(request.method, request.path, at.timestamp, at.nonce, request.body);
    expect(requestMessage(request, at)).toBe(other);
  });
});

describe('authorize', () => {
  const sign = (request: typeof create | typeof query) => {
    const fields = parseAuthorization(authorize(merchant, request, now));
    if (!fields) throw new Error('this is no Authorization header');
    return fields;
  };

  it('names the merchant, its certificate, the second and a nonce of 32 characters', () => {
    const fields = sign(create);
    expect(fields).toMatchObject({ mchid: '1900000001', serial: merchant.mchSerialNo, timestamp: '1801368306' });
    expect(fields.nonce).toMatch(/^[0-9a-f]{32}$/);
    expect(fields.signature).toMatch(/^[\w+/]{342}==$/);
  });

  it('draws another nonce each time', () => {
    const nonces = Array.from({ length: 20 }, () => sign(query).nonce);
    expect(new Set(nonces).size).toBe(20);
  });

  it.each([create, query])('is right in the eyes of another client and of openssl, for $method', (request) => {
    const { timestamp, nonce, signature } = sign(request);
    const message = Formatter.request(request.method, request.path, timestamp, nonce, request.body);
    expect(Rsa.verify(message, signature, publicKey)).toBe(true);
    const verdict = askOpenssl(message, signature);
    if (verdict === null) process.stderr.write('openssl is not here: its opinion on the signature was not asked\n');
    expect(['Verified OK', null]).toContain(verdict);
  });
});
