import { type KeyObject, randomBytes, sign } from 'node:crypto';
import type { JsapiCall } from '../../contract.ts';

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
  const fields = {
    mchid: merchant.mchId,
    nonce_str: nonce,
    timestamp,
    serial_no: merchant.mchSerialNo,
    signature: signText(merchant, requestMessage(request, { timestamp, nonce })),
  };
  const named = Object.entries(fields).map(([name, value]) => `${name}="${value}"`);
  return `${signatureType} ${named.join(',')}`;
}

/** What a page inside WeChat hands over to call a payment up: four of its lines are signed, as those of a request. */
export function signCall(merchant: Merchant, prepared: { appId: string; prepayId: string }, now: Date): JsapiCall {
  const { appId, prepayId } = prepared;
  const timeStamp = String(Math.floor(now.getTime() / 1000));
  const nonceStr = randomBytes(16).toString('hex');
  const named = `prepay_id=${prepayId}`;
  const paySign = signText(merchant, `${appId}\n${timeStamp}\n${nonceStr}\n${named}\n`);
  return { appId, timeStamp, nonceStr, package: named, signType: 'RSA', paySign };
}

/** An RSA key signs by PKCS #1 v1.5 by default; WeChat Pay would refuse PSS. */
function signText({ mchPrivateKey }: Merchant, text: string): string {
  return sign('sha256', Buffer.from(text, 'utf8'), mchPrivateKey).toString('base64');
}
