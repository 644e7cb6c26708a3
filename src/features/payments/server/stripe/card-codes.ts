import * as z from 'zod/mini';
import type { StripeApi } from './api.ts';

/** Codes that lower the price of a card sale, to be made at Stripe. */
export interface CardCodesWanted {
  /** Our name for the request: asked again under it, Stripe makes nothing twice. */
  requestId: string;
  gives: { percent: number } | { amountMinor: number; currency: string };
  maxUses: number;
  expiresAt: Date | null;
  /** As buyers type them. */
  codes: readonly string[];
}

/** Codes at Stripe that belong to codes of ours. */
export interface CardCodes {
  /** The names of the codes at Stripe, in their order; null: Stripe made not all of them, and may be asked again. */
  make(wanted: CardCodesWanted): Promise<string[] | null>;
  /** Nobody can use the code from now on; false: Stripe did not say so. */
  end(promotionCode: string): Promise<boolean>;
}

const askedAtOnce = 8;
/** The field in which a code at Stripe carries our name for it. */
const nameField = 'longstrip_code';

export function createCardCodes(api: StripeApi): CardCodes {
  async function makeCoupon({ requestId, gives }: CardCodesWanted): Promise<string | null> {
    const lowers: Record<string, string> =
      'percent' in gives
        ? { percent_off: String(gives.percent) }
        : { amount_off: String(gives.amountMinor), currency: gives.currency.toLowerCase() };
    const form = { ...lowers, duration: 'once', [`metadata[${nameField}]`]: requestId };
    return idOf(await api.post('/v1/coupons', form, `${requestId}:coupon`));
  }

  async function makeCode(
    { requestId, maxUses, expiresAt }: CardCodesWanted,
    { coupon, code, nth }: { coupon: string; code: string; nth: number },
  ): Promise<string | null> {
    const name = `${requestId}:${nth}`;
    const form = {
      'promotion[type]': 'coupon',
      'promotion[coupon]': coupon,
      code,
      max_redemptions: String(maxUses),
      ...(expiresAt && { expires_at: String(Math.floor(expiresAt.getTime() / 1000)) }),
      [`metadata[${nameField}]`]: name,
    };
    const made = await api.post('/v1/promotion_codes', form, name);
    // Stripe forgets requests after a day, and refuses a code that is there: it may be the one that we asked for then.
    return idOf(made) ?? (made.status === 400 ? await findCode({ code, name }) : null);
  }

  async function findCode({ code, name }: { code: string; name: string }): Promise<string | null> {
    const { json } = await api.get('/v1/promotion_codes', { code, active: 'true', limit: '10' });
    const known = codeList.safeParse(json).data?.data ?? [];
    return known.find(({ metadata }) => metadata?.[nameField] === name)?.id ?? null;
  }

  return {
    async make(wanted) {
      const coupon = await makeCoupon(wanted);
      if (coupon === null) return null;
      const made = wanted.codes.map((): string | null => null);
      const waiting = wanted.codes.entries();
      const work = async () => {
        for (const [nth, code] of waiting) {
          made[nth] = await makeCode(wanted, { coupon, code, nth });
          if (made[nth] === null) return;
        }
      };
      await Promise.all(Array.from({ length: askedAtOnce }, work));
      const names = made.filter((name) => name !== null);
      return names.length === made.length ? names : null;
    },
    async end(promotionCode) {
      const path = `/v1/promotion_codes/${encodeURIComponent(promotionCode)}`;
      const { status } = await api.post(path, { active: 'false' }, `${promotionCode}:end`);
      return status >= 200 && status < 300;
    },
  };
}

const id = z.string().check(z.minLength(1), z.maxLength(255));
const made = z.object({ id });
const codeList = z.object({ data: z.array(z.object({ id, metadata: z.nullish(z.record(z.string(), z.string())) })) });

function idOf({ status, json }: { status: number; json: unknown }): string | null {
  return status >= 200 && status < 300 ? (made.safeParse(json).data?.id ?? null) : null;
}
