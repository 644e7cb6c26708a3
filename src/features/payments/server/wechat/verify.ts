import { type KeyObject, verify } from 'node:crypto';
import { signatureType } from './sign.ts';

/** The keys by the serial or key id that WeChat Pay names in its header. A map: an object also knows `constructor`. */
export type VerifyKeys = ReadonlyMap<string, KeyObject>;
export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;
export type SignatureFault = 'missing_header' | 'unknown_type' | 'unknown_serial' | 'stale' | 'bad_signature';

const toleranceMs = 300_000;

/**
 * The reason why these bytes do not come from WeChat Pay just now; null: none (spec: payments.md#signatures). Names of
 * headers are in lower case. WeChat Pay probes its merchants with signatures that are wrong on purpose; they are wrong
 * here too.
 */
export function findSignatureFault(given: {
  headers: Headers;
  rawBody: Buffer;
  keys: VerifyKeys;
  now: Date;
}): SignatureFault | null {
  const { headers, rawBody, keys, now } = given;
  const timestamp = findHeader(headers, 'wechatpay-timestamp');
  const nonce = findHeader(headers, 'wechatpay-nonce');
  const signature = findHeader(headers, 'wechatpay-signature');
  const serial = findHeader(headers, 'wechatpay-serial');
  if (!timestamp || !nonce || !signature || !serial) return 'missing_header';
  if ((headers['wechatpay-signature-type'] ?? signatureType) !== signatureType) return 'unknown_type';
  const key = keys.get(serial);
  if (!key) return 'unknown_serial';
  if (!isFresh(timestamp, now)) return 'stale';
  const message = Buffer.concat([Buffer.from(`${timestamp}\n${nonce}\n`), rawBody, Buffer.from('\n')]);
  return isSignatureOf(message, signature, key) ? null : 'bad_signature';
}

function findHeader(headers: Headers, name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' ? value : null;
}

function isFresh(timestamp: string, now: Date): boolean {
  return /^\d{1,12}$/.test(timestamp) && Math.abs(now.getTime() - Number(timestamp) * 1000) < toleranceMs;
}

/** Base64 has several spellings for the same bytes; a signature counts only in its canonical spelling. */
function isSignatureOf(message: Buffer, signature: string, key: KeyObject): boolean {
  const bytes = Buffer.from(signature, 'base64');
  return bytes.toString('base64') === signature && verify('sha256', message, key, bytes);
}
