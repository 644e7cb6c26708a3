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
  /** Sells what a button offers and returns the event to send; null: it knows no such code. */
  buy(bought: Bought): Letter | null;
  /** Answers our client's calls in this process as Stripe does. */
  fetchUrl: FetchUrl;
}

interface Bought {
  button: CardButton;
  clientReferenceId: string | null;
  /** As the buyer types it; null: none. */
  code: string | null;
}

/** A code that lowers the price, as it was asked for. */
interface PromotionCode {
  id: string;
  percent: number;
  amountMinor: number;
}

export const buyButtonPath = '/sandbox/buy-button.js';

/** Stripe for a laptop: a secret made at start, a button for every plan, no money. It forgets all with its process. */
export function createCardCheckout({ publicUrl, clock }: { publicUrl: string; clock: Clock }): CardCheckout {
  const secret = `whsec_${randomBytes(24).toString('hex')}`;
  const codes = new Map<string, PromotionCode>();
  const sessions: { payment_link: string; created: number }[] = [];
  const nowS = () => Math.floor(clock().getTime() / 1000);

  function offOf(code: PromotionCode | undefined, fullMinor: number): number {
    if (!code) return 0;
    return code.amountMinor || Math.round((fullMinor * code.percent) / 100);
  }

  /** The terms stand in the name of what is made: a code names its coupon. */
  function makeCode(form: URLSearchParams, id: string): void {
    const [, percent, amount] = /^coupon_(\d*)_(\d*)_/.exec(form.get('promotion[coupon]') ?? '') ?? [];
    const terms = { percent: Number(percent), amountMinor: Number(amount) };
    codes.set((form.get('code') ?? '').toUpperCase(), { id, ...terms });
  }

  function listOf(asked: URLSearchParams) {
    const [link, since] = [asked.get('payment_link'), Number(asked.get('created[gte]'))];
    return sessions.filter(({ payment_link: sold, created }) => sold === link && created >= since);
  }

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
    buy({ button, clientReferenceId, code }) {
      const promotion = code === null ? undefined : codes.get(code.trim().toUpperCase());
      if (code !== null && !promotion) return null;
      const off = offOf(promotion, button.amountMinor);
      const session = {
        id: newId('cs_test'),
        object: 'checkout.session',
        amount_subtotal: button.amountMinor,
        amount_total: button.amountMinor - off,
        total_details: { amount_discount: off, amount_shipping: 0, amount_tax: 0 },
        discounts: promotion ? [{ coupon: null, promotion_code: promotion.id }] : [],
        client_reference_id: clientReferenceId,
        created: nowS(),
        currency: button.currency.toLowerCase(),
        livemode: false,
        metadata: {},
        mode: 'payment',
        payment_intent: newId('pi'),
        payment_link: button.paymentLink,
        payment_status: 'paid',
        status: 'complete',
      };
      sessions.push(session);
      const body = JSON.stringify({
        id: newId('evt'),
        object: 'event',
        api_version: null,
        created: session.created,
        livemode: false,
        type: 'checkout.session.completed',
        data: { object: session },
      });
      return {
        path: `${apiBase}/payment/stripe/webhook`,
        headers: {
          'content-type': 'application/json',
          'stripe-signature': signAsStripe(body, { secrets: [secret], at: clock() }),
        },
        body,
      };
    },
    // No money moved, so any refund succeeds at once, even of a sale of another process or before a restart. A code is made
    // under its own name.
    async fetchUrl(url, { method, body, headers }) {
      if (method !== 'POST' || typeof body !== 'string')
        return Response.json({ object: 'list', data: listOf(new URL(url).searchParams), has_more: false });
      const asked = new URLSearchParams(body);
      const name = new Headers(headers).get('idempotency-key')?.replace(/\W/g, '');
      if (url.includes('/v1/coupons')) {
        const terms = `${asked.get('percent_off') ?? ''}_${asked.get('amount_off') ?? ''}`;
        return Response.json({ id: `coupon_${terms}_${name}`, object: 'coupon' });
      }
      if (url.includes('/v1/promotion_codes')) {
        const id = `promo_${name}`;
        if (asked.has('code')) makeCode(asked, id);
        else for (const [code, known] of codes) if (url.endsWith(known.id)) codes.delete(code);
        return Response.json({ id, object: 'promotion_code' });
      }
      return Response.json({
        id: `re_${new Headers(headers).get('idempotency-key')}`,
        object: 'refund',
        amount: Number(asked.get('amount')),
        created: nowS(),
        payment_intent: asked.get('payment_intent'),
        status: 'succeeded',
      });
    },
  };
}

const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;
