import { createPublicKey } from 'node:crypto';
import type { PushKeys } from '../../../server/config/push.ts';

/** Loaded with the first push. */
const webPush = async () => (await import('web-push')).default;

/** A new pair of keys by which push services know a site. */
export async function makePushKeys(): Promise<PushKeys> {
  return (await webPush()).generateVAPIDKeys();
}

/** The keys of a browser, in base64url. */
export interface BrowserKeys {
  p256dh: string;
  auth: string;
}

/** The keys in our spelling; null where one is no point of P-256, or no secret of 16 bytes. */
export function readBrowserKeys(given: BrowserKeys): BrowserKeys | null {
  const [point, secret] = [bytesOf(given.p256dh), bytesOf(given.auth)];
  if (point?.length !== 65 || point[0] !== 4 || secret?.length !== 16) return null;
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  try {
    createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  } catch {
    return null; // not on the curve
  }
  return { p256dh: point.toString('base64url'), auth: secret.toString('base64url') };
}

function bytesOf(text: string): Buffer | null {
  return /^[\w+/-]{1,100}={0,2}$/.test(text) ? Buffer.from(text, 'base64url') : null;
}

const dayS = 24 * 60 * 60;

/** What is sent of a notice: its kind and id alone, encrypted for one browser (RFC 8291), and signed by the site. */
export async function writeMessage(given: {
  endpoint: string;
  keys: BrowserKeys;
  notice: { kind: string; id: string };
  site: PushKeys & { contact: string };
}): Promise<{ headers: Record<string, string>; body: Buffer }> {
  const { endpoint, keys, notice, site } = given;
  const { publicKey, privateKey, contact } = site;
  const { generateRequestDetails } = await webPush();
  const { headers, body } = generateRequestDetails(
    { endpoint, keys },
    JSON.stringify({ kind: notice.kind, id: notice.id }),
    {
      vapidDetails: { subject: `mailto:${contact}`, publicKey, privateKey },
      TTL: dayS,
      // The service keeps one of a topic.
      topic: notice.id.replaceAll('-', ''),
    },
  );
  return {
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body: body ?? Buffer.alloc(0),
  };
}
