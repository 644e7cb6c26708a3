import { type ApiClient, ApiError } from '../../../web/api-client.ts';
import { type Agreed, lackingIn } from '../../../web/ConsentBox.tsx';
import { createStore } from '../../../web/store.ts';
import { touchField } from '../../../web/touch-field.ts';
import type { WechatWay } from '../contract.ts';
import { isFixed } from '../plans.ts';
import {
  lateFrom,
  nextPayment,
  nothingChosen,
  orderIdOf,
  type WechatPayment as Payment,
  type WechatEvent,
} from './wechat-flow.ts';

/** spec: payments.md#profile-page. */
const pollEveryMs = 3000;
const createCall = '/payment/wechat/payment/china_book_membership/create';

export interface Chosen {
  plan: string;
  months: number;
}

/** How an order differs from a purchase of the plan at its price, for oneself. */
export interface Terms {
  coupon?: string | null;
  isGift?: boolean;
  way?: WechatWay;
  /** The documents that the buyer agrees to. */
  accept?: Agreed | null;
  /** The buyer gives up the right to withdraw. */
  waives?: boolean;
}

/** A plan that was chosen, with its terms. */
export interface Wish {
  chosen: Chosen;
  terms: Terms;
}

/** The plans that are always there go by their months, as they always did. */
function bodyOf({ plan, months }: Chosen, { coupon, isGift, way = 'qr', accept, waives }: Terms): object {
  return {
    ...(isFixed(plan) ? { months } : { plan }),
    ...(coupon && { coupon }),
    ...(isGift && { gift: true }),
    ...(way !== 'qr' && { way }),
    ...(accept && { accept }),
    ...(waives && { waiver: { begin: true, loss: true } }),
  };
}

export type Meet = (wish: Wish) => Promise<void>;

/**
 * Runs the payments of one visit, one at a time: makes the order, asks for its state every three seconds, and gives up
 * after `paymentTimeoutMs`. Nothing goes on after `stop`.
 */
export class WechatPayments {
  readonly #api: ApiClient;
  readonly #now: () => number;
  #meet: Meet | null;
  readonly #payment = createStore<Payment>(nothingChosen);
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  /** The question under way; a second caller waits for the same answer. */
  #asked: { orderId: string; answer: Promise<WechatEvent> } | null = null;
  #isStopped = false;
  #wish: Wish | null = null;

  /** `meet` leads the browser to where WeChat says who pays; it comes back to another document. */
  constructor(api: ApiClient, now: () => number, meet: Meet | null = null) {
    this.#api = api;
    this.#now = now;
    this.#meet = meet;
  }

  readonly subscribe = this.#payment.subscribe;

  get state(): Payment {
    return this.#payment.get();
  }

  /** Orders a plan; while an order is under way, it does nothing. */
  async choose(chosen: Chosen, terms: Terms = {}): Promise<void> {
    if (this.state.step !== 'idle' || this.#isStopped) return;
    this.#wish = { chosen, terms };
    this.#happen({ kind: 'chosen', plan: chosen.plan, way: terms.way ?? 'qr', at: this.#now() });
    this.#giveUpInTime();
    const event = await this.#create({ ...bodyOf(chosen, terms), ...touchField(this.#now()) }, this.state.attempt);
    if (event) this.#happen(event);
  }

  /** Another order of the same: this one is closed once the other is made. What lacked a consent is chosen anew. */
  async payAgain(way: WechatWay): Promise<void> {
    const wish = this.#wish;
    this.cancel();
    this.startOver();
    if (wish) await this.choose(wish.chosen, { ...wish.terms, way });
  }

  cancel(): void {
    this.#happen({ kind: 'cancelled' });
  }

  startOver(): void {
    this.#happen({ kind: 'started over' });
  }

  /** Asks once for the state of the order on the screen, after the failed screen too. */
  async ask(): Promise<void> {
    const orderId = orderIdOf(this.state);
    if (orderId === null || this.state.step === 'success' || this.#isStopped) return;
    if (this.#asked?.orderId !== orderId) this.#asked = { orderId, answer: this.#ask(orderId) };
    const asked = this.#asked;
    const event = await asked.answer;
    if (this.#asked === asked) this.#asked = null;
    this.#happen(event);
  }

  stop(): void {
    this.#isStopped = true;
    this.#clearTimers();
  }

  /** Null: the browser leaves this page to learn who pays. */
  async #create(body: object, attempt: number): Promise<WechatEvent | null> {
    try {
      const answer = await this.#api.send('POST', createCall, { body });
      const { order_id: orderId, qr_code: qrCode, h5_url: h5Url = null, jsapi = null } = answer;
      return { kind: 'created', attempt, orderId, qrCode, h5Url, jsapi, at: this.#now() };
    } catch (error) {
      if (error instanceof ApiError && error.code === 'wechat_openid_needed' && this.#wish && this.#meet)
        return this.#leaveToMeet(this.#wish, attempt);
      if (lackingIn(error)) this.#wish = null;
      return { kind: 'creation failed', attempt, error };
    }
  }

  /** It is done once a visit: somebody whom WeChat still does not know is told so. */
  async #leaveToMeet(wish: Wish, attempt: number): Promise<WechatEvent | null> {
    const meet = this.#meet;
    this.#meet = null;
    try {
      await meet?.(wish);
      return null;
    } catch (error) {
      return { kind: 'creation failed', attempt, error };
    }
  }

  async #ask(orderId: string): Promise<WechatEvent> {
    try {
      const { result } = await this.#api.get('/payment/wechat/payment/status/:order_id', {
        params: { order_id: orderId },
      });
      return { kind: 'answered', orderId, answer: result, at: this.#now() };
    } catch (error) {
      return { kind: 'asking failed', orderId, error };
    }
  }

  #poll(): void {
    this.#later(() => {
      this.#poll();
      void this.ask();
    }, pollEveryMs);
  }

  /** Goes by the wall clock: a hidden tab's timers are late, but its payment is not. */
  #giveUpInTime(): void {
    if (this.state.step !== 'pending') return;
    this.#later(() => this.#happen({ kind: 'time went by', at: this.#now() }), lateFrom(this.state) + 1 - this.#now());
  }

  #later(act: () => void, ms: number): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, ms);
    this.#timers.add(timer);
  }

  #clearTimers(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  #happen(event: WechatEvent): void {
    const next = nextPayment(this.state, event);
    if (next === this.state || this.#isStopped) return;
    this.#payment.set(next);
    if (next.step !== 'pending') this.#clearTimers();
    if (event.kind === 'created') this.#awaitPayment();
  }

  #awaitPayment(): void {
    this.#clearTimers();
    this.#giveUpInTime();
    this.#poll();
  }
}
