import { randomBytes } from 'node:crypto';
import type { StripeConfig } from '../../../../server/config/payments.ts';
import type { Clock } from '../../../../server/process/clock.ts';
import { apiBase } from '../../../../shared/paths.ts';
import type { CardButton } from '../../plans.ts';
import type { FetchUrl } from '../stripe/api.ts';
import type { Letter } from './letter.ts';
import { signAsStripe } from './stripe-protocol.ts';

export interface CardCheckout {
  config: StripeConfig;
  /** Sells what a button offers and returns the event to send. */
  buy(bought: { button: CardButton; clientReferenceId: string | null }): Letter;
  /** Answers our client's calls in this process as Stripe does. */
  fetchUrl: FetchUrl;
}

export const buyButtonPath = '/sandbox/buy-button.js';

/** Stripe for a laptop: a secret made at start, a button for every plan, no money. */
export function createCardCheckout({ publicUrl, clock }: { publicUrl: string; clock: Clock }): CardCheckout {
  const secret = `whsec_${randomBytes(24).toString('hex')}`;
  return {
    config: {
      publishableKey: 'pk_test_sandbox',
      webhookSecrets: [secret],
      buttons: [],
      scriptUrl: publicUrl + buyButtonPath,
      // No request is ever sent to this address: see fetchUrl.
      api: { key: 'sk_test_sandbox', baseUrl: publicUrl },
      isSandbox: true,
    },
    buy({ button, clientReferenceId }) {
      const at = clock();
      const created = Math.floor(at.getTime() / 1000);
      const body = JSON.stringify({
        id: newId('evt'),
        object: 'event',
        api_version: null,
        created,
        livemode: false,
        type: 'checkout.session.completed',
        data: {
          object: {
            id: newId('cs_test'),
            object: 'checkout.session',
            amount_total: button.amountMinor,
            client_reference_id: clientReferenceId,
            created,
            currency: button.currency.toLowerCase(),
            livemode: false,
            metadata: {},
            mode: 'payment',
            payment_intent: newId('pi'),
            payment_link: button.paymentLink,
            payment_status: 'paid',
            status: 'complete',
          },
        },
      });
      return {
        path: `${apiBase}/payment/stripe/webhook`,
        headers: {
          'content-type': 'application/json',
          'stripe-signature': signAsStripe(body, { secrets: [secret], at }),
        },
        body,
      };
    },
    // No money moved, so any refund succeeds at once, even of a sale of another process or before a restart. A code is made
    // under its own name.
    async fetchUrl(url, { method, body, headers }) {
      if (method !== 'POST' || typeof body !== 'string')
        return Response.json({ object: 'list', data: [], has_more: false });
      const name = new Headers(headers).get('idempotency-key')?.replace(/\W/g, '');
      if (url.includes('/v1/coupons')) return Response.json({ id: `coupon_${name}`, object: 'coupon' });
      if (url.includes('/v1/promotion_codes')) return Response.json({ id: `promo_${name}`, object: 'promotion_code' });
      const asked = new URLSearchParams(body);
      return Response.json({
        id: `re_${new Headers(headers).get('idempotency-key')}`,
        object: 'refund',
        amount: Number(asked.get('amount')),
        created: Math.floor(clock().getTime() / 1000),
        payment_intent: asked.get('payment_intent'),
        status: 'succeeded',
      });
    },
  };
}

const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;
