import { createHmac } from 'node:crypto';

/** `Stripe-Signature` for these bytes, one v1 for each secret. It shares no code with the product's check. */
export function signAsStripe(body: string, given: { secrets: readonly string[]; at: Date }): string {
  const time = Math.floor(given.at.getTime() / 1000);
  const signatures = given.secrets.map((secret) =>
    createHmac('sha256', secret).update(`${time}.${body}`, 'utf8').digest('hex'),
  );
  return [`t=${time}`, ...signatures.map((signature) => `v1=${signature}`)].join(',');
}
