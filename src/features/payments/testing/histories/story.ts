import { randomUUID } from 'node:crypto';
import { withTransaction } from '../../../../server/database/db.ts';
import { redeemCoupon } from '../../../membership/server/coupons.ts';
import { findGifts } from '../../../membership/server/gifts.ts';
import { extendMembership } from '../../../membership/server/membership.ts';
import type { WechatWay } from '../../contract.ts';
import { causeOf, giftMark } from '../../rules.ts';
import type { SimulatedEvent, SimulatedSale } from '../stripe/sale.ts';
import { simulateSale } from '../stripe/sale.ts';
import type { LetterFault, Step } from './steps.ts';
import { cardCode, drawNumber, type Letter, offer, stripeLetter, type World, wechatLetter } from './world.ts';

/** The truth about one sale at the providers, with which our books are compared. */
interface Sale {
  /** The name of the sale in our books. */
  reference: string;
  buyer: string | null;
  months: number;
  amount: number;
  isPaid: boolean;
  /** Its grant is a code that either user may redeem. */
  isGift: boolean;
  refunds: { id: string; amount: number; isDone: boolean; fails: () => Letter }[];
  isLost: boolean;
}

interface WechatSale extends Sale {
  way: WechatWay;
  /** It was made with the coupon of the history. */
  isDiscounted: boolean;
  transactionId: string | null;
}

interface CardSale extends Sale {
  sale: SimulatedSale;
  dispute: ReturnType<SimulatedSale['dispute']> | null;
}

export interface User {
  id: string;
  sessionId: string;
}

const sold = {
  plink_m: { button: 'buy_btn_m', months: 1 },
  plink_s: { button: 'buy_btn_s', months: 3 },
  plink_x: { button: 'buy_btn_x', months: 3 },
} as const;

/** The history of two users; the first invited the second. */
export class Story {
  readonly users: [User, User];
  readonly orders: WechatSale[] = [];
  readonly cards: CardSale[] = [];
  /** The grants of coupons and operators, by their cause. */
  readonly gifts = new Map<string, { userId: string; by: { months: number } | { days: number } }>();
  /** Money without an order: all of it has to be listed. */
  readonly strays: string[] = [];
  /** Every letter that was ever to be sent, to be sent again at the end. */
  readonly letters: Letter[] = [];
  #seconds = Math.floor(Date.now() / 1000) - 3000;

  readonly #world: World;
  /** A discount for one order alone. */
  readonly #coupon: string;
  constructor(world: World, given: { users: [User, User]; coupon: string }) {
    this.#world = world;
    this.users = given.users;
    this.#coupon = given.coupon;
  }

  /** Providers' clocks ignore ours. Each event has its own second, so that one truth says which came later. */
  readonly #tick = (): Date => {
    this.#seconds += 1;
    return new Date(this.#seconds * 1000);
  };

  async take(step: Step): Promise<void> {
    switch (step.do) {
      case 'order':
        return this.#order(step);
      case 'close late':
        return this.#world.wechat.fault({ on: 'close', kind: 'status', status: 202, times: step.times });
      case 'redeem':
        return this.#redeem(step);
      case 'pay':
        return this.#pay(nth(this.orders, step.which));
      case 'notify':
        return this.#notify(step);
      case 'refund':
        return this.#refund(step);
      case 'buy':
        return this.#buy(step);
      case 'card refund':
        return this.#refundCard(step);
      case 'refund fails':
        return this.#failRefund(nth(this.orders, step.which));
      case 'card refund fails':
        return this.#failRefund(nth(this.cards, step.which));
      case 'dispute':
      case 'lose dispute':
      case 'win dispute':
        return this.#dispute(step);
      case 'deliver': {
        const letter = this.letters.at(-1 - (step.which % Math.max(1, this.letters.length)));
        if (letter) await this.#deliver(letter, step.times);
        return;
      }
      case 'stray':
        return this.#stray(step);
      case 'coupon':
        return this.#give(step.who, { cause: `coupon:${randomUUID()}`, by: { days: step.amount * 3 } });
      case 'operator':
        return this.#give(step.who, { cause: `operator:${randomUUID()}`, by: { months: step.amount } });
    }
  }

  async #deliver(letter: Letter, times: number): Promise<void> {
    // A letter that is not accepted is sent again at the end: a process may be dead, or not know the order yet.
    await Promise.all(Array.from({ length: times }, () => this.#world.send(letter, 'before')));
  }

  async #give(
    who: 0 | 1,
    gift: { cause: `coupon:${string}` | `operator:${string}`; by: { months: number } | { days: number } },
  ) {
    const { id: userId } = this.users[who];
    this.gifts.set(gift.cause, { userId, by: gift.by });
    await withTransaction(this.#world.db, (tx) => extendMembership(tx, { userId, ...gift }));
  }

  async #order({ who, months, as, way }: Extract<Step, { do: 'order' }>): Promise<void> {
    const user = this.users[who];
    const [isGift, isDiscounted] = [as === 'gift', as === 'discount'];
    const coupon = isDiscounted ? { coupon: this.#coupon } : {};
    const id = await this.#world.order(user, { months, gift: isGift, way, ...coupon });
    if (id === null) return; // the buyer saw nothing to pay
    const reference = id.replaceAll('-', '');
    const full = months === 1 ? 1000 : 2700;
    this.orders.push({
      reference,
      way,
      buyer: user.id,
      months,
      amount: isDiscounted ? (full * 70) / 100 : full,
      isPaid: false,
      isGift,
      isDiscounted,
      refunds: [],
      isLost: false,
      transactionId: null,
    });
  }

  /** Tries the code of a gift, as its buyer may have given it away; there may be none, or none any more. */
  async #redeem({ who, which }: Extract<Step, { do: 'redeem' }>): Promise<void> {
    const { db } = this.#world;
    const gift = nth(
      [...this.orders, ...this.cards].filter(({ isGift }) => isGift),
      which,
    );
    if (!gift) return;
    const { rows } = await db.query<{ provider: 'wechat' | 'stripe'; id: string; grants: number }>(
      'select provider, id, grants from payment_orders where reference = $1',
      [gift.reference],
    );
    const causes = rows.map((order) => causeOf(order, order.grants));
    const [standing] = (await findGifts(db, causes)).values();
    if (standing?.code) await redeemCoupon(db, { userId: this.users[who].id, code: standing.code });
  }

  async #pay(order: WechatSale | null): Promise<void> {
    const { wechat } = this.#world;
    if (!order || order.isPaid) return;
    // If the order is closed or its time is over, nobody can pay it.
    await wechat.pay(order.reference, { isSilent: true }).catch(() => null);
    const payment = wechat.orders.get(order.reference)?.payment;
    if (!payment) return;
    order.isPaid = true;
    order.transactionId = payment.transactionId;
    this.letters.push(this.#paymentLetter(order));
  }

  #paymentLetter(order: WechatSale, change: LetterChange = {}): Letter {
    const { wechat } = this.#world;
    const at = this.#tick();
    const { [change.way ?? order.way]: tradeType } = tradeTypes;
    const inner = {
      appid: change.app ?? wechat.orders.get(order.reference)?.appId,
      trade_type: tradeType,
      mchid: change.merchant ?? wechat.config.mchId,
      out_trade_no: order.reference,
      transaction_id: order.transactionId,
      trade_state: 'SUCCESS',
      success_time: at.toISOString(),
      amount: { total: change.amount ?? order.amount, payer_total: order.amount, currency: 'CNY' },
    };
    const notification = { eventType: 'TRANSACTION.SUCCESS', kind: 'transaction' as const, inner, at };
    return wechatLetter(wechat, notification, { isForged: change.isForged ?? false });
  }

  async #notify({ which, times, fault }: { which: number; times: number; fault: LetterFault }): Promise<void> {
    const order = nth(this.orders, which);
    if (!order?.isPaid) return;
    const changes = {
      none: {},
      amount: { amount: 1 },
      merchant: { merchant: foreignMerchant },
      app: { app: 'wx0000000000000000' },
      way: { way: order.way === 'qr' ? 'jsapi' : 'qr' },
      signature: { isForged: true },
    } as const;
    await this.#deliver(this.#paymentLetter(order, changes[fault]), times);
  }

  async #refund({ which, part, isForeign }: { which: number; part: number; isForeign: boolean }): Promise<void> {
    const order = nth(this.orders, which);
    if (!order?.isPaid) return;
    const amount = Math.min(order.amount - refundedOf(order), Math.ceil(order.amount * part));
    if (amount === 0) return;
    if (isForeign) {
      // The refund covers the whole payment, so none of it is ours.
      await this.#deliver(
        this.#refundLetter(order, { id: drawNumber(), amount, state: 'SUCCESS', merchant: foreignMerchant }),
        1,
      );
      return;
    }
    await this.#world.wechat.refund(order.reference, amount);
    const made = [...this.#world.wechat.refunds.values()].findLast(
      ({ orderNumber }) => orderNumber === order.reference,
    );
    const id = made?.refundNumber ?? '';
    order.refunds.push({
      id,
      amount,
      isDone: true,
      fails: () => this.#refundLetter(order, { id, amount, state: 'CLOSED' }),
    });
    this.letters.push(this.#refundLetter(order, { id, amount, state: 'SUCCESS' }));
  }

  #refundLetter(
    order: WechatSale,
    refund: { id: string; amount: number; state: 'SUCCESS' | 'CLOSED'; merchant?: string },
  ): Letter {
    const { wechat } = this.#world;
    const at = this.#tick();
    const inner = {
      mchid: refund.merchant ?? wechat.config.mchId,
      out_trade_no: order.reference,
      transaction_id: order.transactionId,
      refund_id: refund.id,
      out_refund_no: refund.id,
      refund_status: refund.state,
      ...(refund.state === 'SUCCESS' ? { success_time: at.toISOString() } : {}),
      amount: { total: order.amount, refund: refund.amount, payer_total: order.amount, payer_refund: refund.amount },
    };
    return wechatLetter(wechat, { eventType: `REFUND.${refund.state}`, kind: 'refund', inner, at });
  }

  async #failRefund(sale: Sale | null): Promise<void> {
    const refund = sale?.refunds.find(({ isDone }) => isDone);
    if (!refund) return;
    refund.isDone = false;
    if (this.#world.wechat.refunds.has(refund.id)) await this.#world.wechat.finishRefund(refund.id, 'CLOSED');
    this.letters.push(refund.fails());
  }

  async #stray({ isForeign }: { isForeign: boolean }): Promise<void> {
    const reference = drawNumber();
    const sold = { reference, buyer: null, months: 1, amount: 1000, isPaid: true, refunds: [], isLost: false };
    const { wechat } = this.#world;
    const at = this.#tick();
    const inner = {
      appid: wechat.config.appId,
      mchid: isForeign ? foreignMerchant : wechat.config.mchId,
      out_trade_no: sold.reference,
      transaction_id: drawNumber(),
      trade_state: 'SUCCESS',
      success_time: at.toISOString(),
      amount: { total: sold.amount, currency: 'CNY' },
    };
    const notification = { eventType: 'TRANSACTION.SUCCESS', kind: 'transaction' as const, inner, at };
    this.letters.push(wechatLetter(wechat, notification, { isUnknown: !isForeign }));
    if (!isForeign) this.strays.push(reference);
  }

  async #buy(step: Extract<Step, { do: 'buy' }>): Promise<void> {
    const buyer = step.isNamed ? this.users[step.who].id : null;
    const { button, months } = sold[step.link];
    const price = offer.buttons.find((each) => each.buy_button_id === button)?.amount ?? 0;
    const discount = { promotionCode: cardCode.promotionCode, offMinor: Math.round((price * cardCode.percent) / 100) };
    const terms = {
      buyButtonId: button,
      clientReferenceId: buyer && (step.isGift ? buyer + giftMark : buyer),
      ...(step.isDiscounted && { discount }),
    };
    const sale = simulateSale(offer, terms, this.#tick);
    this.cards.push({
      reference: sale.session.id,
      buyer,
      months,
      amount: sale.session.amount_total ?? 0,
      isPaid: step.pays !== 'never',
      isGift: step.isGift && buyer !== null,
      refunds: [],
      isLost: false,
      sale,
      dispute: null,
    });
    this.#world.sessions.push(sale.session);
    if (step.pays === 'lost') sale.completed();
    else if (step.pays === 'now') this.#send(sale.completed());
    else this.#send(sale.completedUnpaid());
    if (step.pays === 'later' || step.pays === 'never')
      this.#send(step.pays === 'later' ? sale.asyncSucceeded() : sale.asyncFailed());
  }

  #send(event: SimulatedEvent): void {
    this.letters.push(stripeLetter(event));
  }

  async #refundCard({ which, part }: { which: number; part: number }): Promise<void> {
    const card = nth(this.cards, which);
    if (!card?.isPaid) return;
    const amount = Math.min(card.amount - refundedOf(card), Math.ceil(card.amount * part));
    if (amount === 0) return;
    const { created, charge, failed } = card.sale.refund(amount);
    card.refunds.push({ id: drawNumber(), amount, isDone: true, fails: () => stripeLetter(failed()) });
    this.#send(created);
    this.#send(charge);
  }

  async #dispute(step: { do: string; which: number }): Promise<void> {
    const card = nth(this.cards, step.which);
    if (!card?.isPaid) return;
    if (step.do === 'dispute' && !card.dispute) {
      card.dispute = card.sale.dispute();
      this.#send(card.dispute.opened);
    } else if (step.do !== 'dispute' && card.dispute && !card.isLost) {
      card.isLost = step.do === 'lose dispute';
      this.#send(card.dispute.closed(card.isLost ? 'lost' : 'won'));
    }
  }
}

const foreignMerchant = '1999999999';
const tradeTypes = { qr: 'NATIVE', h5: 'MWEB', jsapi: 'JSAPI' } as const;

/** How a letter differs from the payment that it tells of. */
interface LetterChange {
  amount?: number;
  merchant?: string;
  app?: string;
  way?: WechatWay;
  isForged?: boolean;
}

function nth<T>(all: readonly T[], which: number): T | null {
  return all[which % Math.max(1, all.length)] ?? null;
}

export function refundedOf(sale: Pick<Sale, 'refunds'>): number {
  return sale.refunds.filter(({ isDone }) => isDone).reduce((sum, { amount }) => sum + amount, 0);
}
