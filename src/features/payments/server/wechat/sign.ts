import { type KeyObject, randomBytes, sign } from 'node:crypto';

export const signatureType = 'WECHATPAY2-SHA256-RSA2048';

export interface Merchant {
  mchId: string;
  mchSerialNo: string;
  mchPrivateKey: KeyObject;
}

interface SignedRequest {
  method: 'GET' | 'POST';
  /** The path as it is sent: percent-encoded, with the query, without the host. */
  path: string;
  body: string;
}

/**
 * The text that a request's signature covers: five lines, each with its end, even an empty body
 * (spec: payments.md#signatures).
 */
export function requestMessage(request: SignedRequest, at: { timestamp: number; nonce: string }): string {
  const { method, path, body } = request;
  return `${method}\n${path}\n${at.timestamp}\n${at.nonce}\n${body}\n`;
}

/** The Authorization header of one request. It is good for one sending: it holds the time and a nonce of its own. */
export function authorize(merchant: Merchant, request: SignedRequest, now: Date): string {
  const timestamp = Math.floor(now.getTime() / 1000);
  const nonce = randomBytes(16).toString('hex');
  const message = Buffer.from(requestMessage(request, { timestamp, nonce }), 'utf8');
  const fields = {
    mchid: merchant.mchId,
    nonce_str: nonce,
    timestamp,
    serial_no: merchant.mchSerialNo,
    // An RSA key signs by PKCS #1 v1.5 by default; WeChat Pay would refuse PSS.
    signature: sign('sha256', message, merchant.mchPrivateKey).toString('base64'),
  };
  const named = Object.entries(fields).map(([name, value]) => `${name}="${value}"`);
  return `${signatureType} ${named.join(',')}`;
}
