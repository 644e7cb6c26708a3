import { createCipheriv, type KeyObject, randomBytes, sign, verify } from 'node:crypto';

/**
 * WeChat Pay's half of the protocol, written from its documentation. It shares no code with our client, so that the two
 * cannot agree on a mistake; tests check both against a third implementation.
 */
const scheme = 'WECHATPAY2-SHA256-RSA2048';

export interface Authorization {
  mchid: string;
  nonce: string;
  timestamp: string;
  serial: string;
  signature: string;
}

/** The fields of an Authorization header by their names, in any order; null when the header is malformed. */
export function parseAuthorization(header: string | undefined): Authorization | null {
  const [given, rest] = /^(\S+) (.+)$/.exec(header ?? '')?.slice(1) ?? [];
  if (given !== scheme || !rest) return null;
  const fields = new Map([...rest.matchAll(/(\w+)="([^"]*)"/g)].map((match) => [match[1], match[2] ?? '']));
  const [mchid, nonce, timestamp, serial, signature] = [
    'mchid',
    'nonce_str',
    'timestamp',
    'serial_no',
    'signature',
  ].map((name) => fields.get(name));
  if (!mchid || !nonce || !timestamp || !serial || !signature) return null;
  return { mchid, nonce, timestamp, serial, signature };
}

/** Whether the merchant signed this very request; `path` is the raw path of the request line. */
export function isSignedBy(
  key: KeyObject,
  authorization: Authorization,
  request: { method: string; path: string; body: Buffer },
): boolean {
  const { timestamp, nonce, signature } = authorization;
  const message = [request.method, request.path, timestamp, nonce, request.body.toString('utf8'), ''].join('\n');
  return verify('RSA-SHA256', Buffer.from(message), key, Buffer.from(signature, 'base64'));
}

export interface Signer {
  serial: string;
  privateKey: KeyObject;
}

/** The headers that prove that an answer or a notification comes from WeChat Pay. */
export function signatureHeaders(signer: Signer, body: string, nowMs: number): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1000));
  const nonce = randomBytes(16).toString('base64url');
  const message = Buffer.from([timestamp, nonce, body, ''].join('\n'));
  return {
    'Wechatpay-Timestamp': timestamp,
    'Wechatpay-Nonce': nonce,
    'Wechatpay-Serial': signer.serial,
    'Wechatpay-Signature-Type': scheme,
    'Wechatpay-Signature': sign('RSA-SHA256', message, signer.privateKey).toString('base64'),
  };
}

interface Sealing {
  key: string;
  associatedData: string;
  nonce?: string;
}

/** Encrypts a text with AEAD_AES_256_GCM: the ciphertext, then its tag of 16 bytes. */
export function seal(text: string, { key, associatedData, nonce = randomBytes(6).toString('hex') }: Sealing) {
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(associatedData));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return {
    algorithm: 'AEAD_AES_256_GCM',
    ciphertext: sealed.toString('base64'),
    associated_data: associatedData,
    nonce,
  };
}
