import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** A new secret, as both sides keep it. */
export function makeSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

/** The headers of a message as Standard Webhooks 1.0 wants them, signed with each of these secrets. */
export function signedHeaders(
  message: { id: string; body: string; now: Date },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = Math.floor(message.now.getTime() / 1000);
  const signed = `${message.id}.${timestamp}.${message.body}`;
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  });
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
