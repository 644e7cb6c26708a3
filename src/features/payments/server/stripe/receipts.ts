import * as z from 'zod/mini';
import type { StripeApi } from './api.ts';

/** The address of Stripe's own receipt of a payment; null: there is none, or the key may not read it. */
export async function findReceipt(api: StripeApi, paymentId: string): Promise<string | null> {
  // A key may have the right for one of these and not for the other.
  const listed = await api.get('/v1/charges', { payment_intent: paymentId, limit: '1' });
  const charge = chargeList.safeParse(listed.json).data?.data[0] ?? (await latestCharge(api, paymentId));
  const address = charge?.receipt_url ?? null;
  return address !== null && isStripes(address) ? address : null;
}

async function latestCharge(api: StripeApi, paymentId: string) {
  const path = `/v1/payment_intents/${encodeURIComponent(paymentId)}`;
  const { json } = await api.get(path, { 'expand[]': 'latest_charge' });
  return payment.safeParse(json).data?.latest_charge ?? null;
}

function isStripes(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' && (hostname === 'stripe.com' || hostname.endsWith('.stripe.com'));
}

const charge = z.object({ receipt_url: z.nullish(z.string().check(z.maxLength(2000))) });
const chargeList = z.object({ data: z.array(charge) });
const payment = z.object({ latest_charge: z.nullish(charge) });
