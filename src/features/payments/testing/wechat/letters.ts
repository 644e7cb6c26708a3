import { randomBytes, randomUUID } from 'node:crypto';
import { type Signer, seal } from '../../server/sandbox/wechat-protocol.ts';
import { isSignatureFault, type SignatureFault, type Stamped, stamp } from './stamp.ts';

/** The faults that a genuinely signed notification can have. */
const contentFaults = [
  'flipped_ciphertext',
  'wrong_aad',
  'no_aad',
  'wrong_key',
  'short_tag',
  'wrong_amount',
  'lower_payer_total',
  'foreign_currency',
  'foreign_merchant',
  'foreign_app',
  'other_way',
  'unknown_order',
  'not_success',
  'refunded_state',
  'unknown_event',
  'not_json',
  'no_resource',
  'malformed_inside',
] as const;
type ContentFault = (typeof contentFaults)[number];

function isContentFault(kind: string): kind is ContentFault {
  return contentFaults.some((fault) => fault === kind);
}

export type LetterFault = SignatureFault | ContentFault;

/** Whether a fault is in the notification itself, and not in its delivery. */
export function isLetterFault(kind: string): kind is LetterFault {
  return isSignatureFault(kind) || isContentFault(kind);
}

export interface Contents {
  eventType: string;
  kind: 'transaction' | 'refund';
  inner: Record<string, unknown>;
}

export interface Writer {
  apiV3Key: string;
  signer: Signer;
  otherSigner: Signer;
  nowMs: () => number;
}

/** Writes a notification that is encrypted and signed anew at each attempt; its id stays. */
export function letterWriter(writer: Writer, contents: Contents, fault: LetterFault | null): () => Stamped {
  const id = randomUUID();
  const inside = fault && isContentFault(fault) ? fault : null;
  const outside = fault && isSignatureFault(fault) ? fault : null;
  return () => {
    const body = write(id, writer, { contents, fault: inside });
    return stamp(body, { signer: writer.signer, otherSigner: writer.otherSigner, nowMs: writer.nowMs() }, outside);
  };
}

function write(
  id: string,
  { apiV3Key, nowMs }: Writer,
  { contents, fault }: { contents: Contents; fault: ContentFault | null },
): string {
  if (fault === 'not_json') return '<xml><return_code>SUCCESS</return_code></xml>';
  const key = fault === 'wrong_key' ? randomBytes(16).toString('hex') : apiV3Key;
  const inner = JSON.stringify(spoilInner(contents.inner, fault));
  const associatedData = fault === 'no_aad' ? '' : contents.kind;
  const resource = spoilResource(seal(inner, { key, associatedData }), fault);
  return JSON.stringify({
    id,
    create_time: new Date(nowMs()).toISOString(),
    event_type: fault === 'unknown_event' ? 'TRANSACTION.SURPRISE' : contents.eventType,
    resource_type: 'encrypt-resource',
    summary: '支付成功',
    ...(fault === 'no_resource' ? {} : { resource: { original_type: contents.kind, ...resource } }),
  });
}

function spoilInner(inner: Record<string, unknown>, fault: ContentFault | null): Record<string, unknown> {
  const amount = inner.amount as Record<string, unknown>; // both kinds have amounts, by createBooks
  switch (fault) {
    case 'wrong_amount':
      return { ...inner, amount: { ...amount, total: 1 } };
    case 'lower_payer_total':
      return { ...inner, amount: { ...amount, payer_total: 1 } };
    case 'foreign_currency':
      return { ...inner, amount: { ...amount, currency: 'USD' } };
    case 'foreign_merchant':
      return { ...inner, mchid: '1999999999' };
    case 'foreign_app':
      return { ...inner, appid: 'wx0000000000000000' };
    case 'other_way':
      return { ...inner, trade_type: inner.trade_type === 'NATIVE' ? 'JSAPI' : 'NATIVE' };
    case 'unknown_order':
      return { ...inner, out_trade_no: randomBytes(12).toString('hex') };
    case 'not_success':
      return { ...inner, trade_state: 'NOTPAY' };
    case 'refunded_state':
      return { ...inner, trade_state: 'REFUND' };
    case 'malformed_inside':
      return { ...inner, amount: { ...amount, total: '1000', refund: '1000' } };
    default:
      return inner;
  }
}

type Resource = ReturnType<typeof seal>;

function spoilResource(resource: Resource, fault: ContentFault | null): Partial<Resource> {
  const bytes = Buffer.from(resource.ciphertext, 'base64');
  switch (fault) {
    case 'flipped_ciphertext':
      bytes.writeUInt8(bytes.readUInt8(10) ^ 1, 10);
      return { ...resource, ciphertext: bytes.toString('base64') };
    case 'short_tag':
      return { ...resource, ciphertext: bytes.subarray(0, -12).toString('base64') };
    case 'wrong_aad':
      return { ...resource, associated_data: 'certificate' };
    case 'no_aad': {
      const { associated_data: _, ...others } = resource;
      return others;
    }
    default:
      return resource;
  }
}
