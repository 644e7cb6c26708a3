import { type Signer, signatureHeaders } from '../../server/sandbox/wechat-protocol.ts';

/** The faults that a signature can have. `other_serial`: by the other mode's key, genuine where that key is known. */
const signatureFaults = [
  'unsigned',
  'wrong_signature',
  'probe',
  'wrong_type',
  'unknown_serial',
  'other_serial',
  'altered_body',
  'stale',
  'future',
] as const;
export type SignatureFault = (typeof signatureFaults)[number];

export function isSignatureFault(kind: string): kind is SignatureFault {
  return signatureFaults.some((fault) => fault === kind);
}

export interface Stamped {
  headers: Record<string, string>;
  body: string;
}

/** Signs an answer or a notification, or makes its signature wrong in one way. */
export function stamp(
  body: string,
  by: { signer: Signer; otherSigner: Signer; nowMs: number },
  fault: SignatureFault | null,
): Stamped {
  const { signer, otherSigner, nowMs } = by;
  const genuine = signatureHeaders(signer, body, nowMs);
  const withHeader = (name: string, value: string) => ({ headers: { ...genuine, [name]: value }, body });
  switch (fault) {
    case null:
      return { headers: genuine, body };
    case 'unsigned':
      return { headers: {}, body };
    case 'wrong_signature':
      return withHeader(
        'Wechatpay-Signature',
        signatureHeaders(signer, `${body} `, nowMs)['Wechatpay-Signature'] ?? '',
      );
    case 'probe': {
      const signature = genuine['Wechatpay-Signature'] ?? '';
      return withHeader('Wechatpay-Signature', `WECHATPAY/SIGNTEST/${signature.slice(19)}`);
    }
    case 'wrong_type':
      return withHeader('Wechatpay-Signature-Type', 'WECHATPAY2-SM2-WITH-SM3');
    case 'unknown_serial':
      return withHeader('Wechatpay-Serial', 'PUB_KEY_ID_0000000000000000000000000000');
    case 'other_serial':
      return { headers: signatureHeaders(otherSigner, body, nowMs), body };
    case 'altered_body':
      return { headers: genuine, body: `${body} ` };
    case 'stale':
      return { headers: signatureHeaders(signer, body, nowMs - 301_000), body };
    case 'future':
      return { headers: signatureHeaders(signer, body, nowMs + 302_000), body };
  }
}
