/** Where a change of a membership comes from (spec: membership.md#ledger). */
export type Source = 'wechat' | 'stripe' | 'coupon' | 'invite' | 'operator' | 'import' | 'trial';

/**
 * The cause of a change: its source, then the part that makes it unique, such as `wechat:<order id>`. However often and
 * from how many sides it is reported, a cause counts once.
 */
export type Cause = `${Source}:${string}`;

export type Duration = { months: number } | { days: number };

/** A discount takes a share of an order's price, or a sum in fen; `plan`: of this plan alone, null: of any. */
export type Discount = ({ percent: number } | { amountMinor: number }) & { plan: string | null };

/** A coupon gives time to its redeemer, or a lower price to the buyer who orders with it. */
export type CouponGives = Duration | Discount;

export function isDiscount(gives: CouponGives): gives is Discount {
  return 'percent' in gives || 'amountMinor' in gives;
}

const nothingGiven = { months: null, days: null, percent: null, amountMinor: null, plan: null };

/** The gift of a coupon, field by field; null: it does not give that. */
export function partsOf(gives: CouponGives): Record<'months' | 'days' | 'percent' | 'amountMinor', number | null> & {
  plan: string | null;
} {
  return { ...nothingGiven, ...gives };
}

/** The share and the sum (in fen) by which a coupon lowers a price at most. */
export const mostPercent = 90;
export const mostAmountMinor = 1_000_000;

/** A gift can be redeemed for so many calendar months after its payment (spec: payments.md#gifts). */
export const giftMonths = 12;

export type LedgerEntry =
  | { kind: 'extend'; cause: string; by: Duration; createdAt: Date }
  | { kind: 'set'; cause: string; until: Date; createdAt: Date }
  | { kind: 'revoke'; revokes: string };

const dayMs = 24 * 60 * 60 * 1000;
/** Times have four digits for the year, on the wire and for operators; nobody's membership needs a fifth. */
const lastMoment = Date.UTC(10_000, 0, 1) - 1;

/** The same day and time so many calendar months later, in UTC; the month's last day where it has no such day. */
export function addMonths(from: Date, months: number): Date {
  const year = from.getUTCFullYear();
  const month = from.getUTCMonth() + months;
  const daysInMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const later = new Date(from);
  later.setUTCFullYear(year, month, Math.min(from.getUTCDate(), daysInMonth));
  return later;
}

function add(from: Date, by: Duration): Date {
  const later = 'months' in by ? addMonths(from, by.months) : new Date(from.getTime() + by.days * dayMs);
  return later.getTime() > lastMoment ? new Date(lastMoment) : later;
}

/**
 * When a membership ends by its ledger, in the order the entries were decided; null when nothing is left of them. A
 * grant that was taken back is left out wherever it stands, as if it had never been made. So it does not matter whether
 * the grant or its reversal came first.
 */
export function foldLedger(entries: readonly LedgerEntry[]): Date | null {
  return lastPeriodOf(entries)?.until ?? null;
}

/** A time without a gap in which a user was a member, and the causes of what was given in it. */
export interface MemberPeriod {
  from: Date;
  until: Date;
  causes: readonly string[];
}

/** The last unbroken period of a membership by its ledger; null where nothing is left of it. See `foldLedger`. */
export function lastPeriodOf(entries: readonly LedgerEntry[]): MemberPeriod | null {
  const takenBack = new Set(entries.flatMap((entry) => (entry.kind === 'revoke' ? [entry.revokes] : [])));
  let period: MemberPeriod | null = null;
  for (const entry of entries) {
    if (entry.kind === 'revoke' || takenBack.has(entry.cause)) continue;
    const { createdAt, cause } = entry;
    const until = endAfter(entry, period?.until ?? null);
    const goesOn = period !== null && period.until >= createdAt;
    // An operator may set an end that lies before the beginning.
    const from: Date = period !== null && goesOn ? period.from : createdAt;
    const causes: readonly string[] = period !== null && goesOn ? [...period.causes, cause] : [cause];
    period = { from: from < until ? from : until, until, causes };
  }
  return period;
}

/** When a membership that lasted until `end` (null: there was none) ends after an entry that counts. */
export function endAfter(entry: Exclude<LedgerEntry, { kind: 'revoke' }>, end: Date | null): Date {
  return entry.kind === 'set' ? entry.until : add(laterOf(entry.createdAt, end), entry.by);
}

export function laterOf(time: Date, other: Date | null): Date {
  return other !== null && other > time ? other : time;
}

/** Crockford's symbols: no I, L, O and U, which are taken for others (spec: membership.md#coupon-codes). */
export const couponAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const valueCode = /^[0-9A-HJKMNP-TV-Z]{16}$/;
const symbolsOfValueCode = 16;
/** More than anybody types, and short enough for any pattern. */
const longestInput = 200;

/**
 * The form in which codes are compared: without case, width, spaces and dashes, and with look-alike letters as digits.
 */
export function normaliseCoupon(code: string): string {
  if (code.length > longestInput) return '';
  return code
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/[IL]/g, '1')
    .replace(/O/g, '0');
}

/** The 16th symbol for 15 others; null where the check value has no symbol, so that others must be drawn. */
export function checkSymbol(symbols: string): string | null {
  let rest = 0;
  for (const symbol of symbols) rest = (rest * 32 + couponAlphabet.indexOf(symbol)) % 37;
  return couponAlphabet[rest] ?? null;
}

/** Whether a normalised code is possible at all: a value code with its check symbol, or a campaign's word. */
export function isCoupon(normalised: string): boolean {
  if (normalised.length !== symbolsOfValueCode) return isCampaignWord(normalised);
  return valueCode.test(normalised) && checkSymbol(normalised.slice(0, -1)) === normalised.at(-1);
}

/** A word of 16 symbols would look like a value code; a shorter one could be guessed, a longer one is never typed. */
export function isCampaignWord(normalised: string): boolean {
  return normalised.length >= 4 && normalised.length <= 40 && normalised.length !== symbolsOfValueCode;
}

/** The printed form: 4-4-4-4. */
export function formatCoupon(symbols: string): string {
  return symbols.replace(/(.{4})(?=.)/g, '$1-');
}

/** By what an order is paid with a discount. */
export type DiscountWay = 'wechat' | 'card';

export interface CouponFacts {
  isActive: boolean;
  isExpired: boolean;
  isUsedByUser: boolean;
  newUsersOnly: boolean;
  /** Whether the user's ledger is empty. */
  isNewUser: boolean;
  /** Whether the user made it: nobody grants anything to themselves. */
  isOwn: boolean;
  used: number;
  maxUses: number;
}

export type CouponRefusal =
  | 'coupon_invalid'
  | 'coupon_already_used'
  | 'coupon_expired'
  | 'coupon_not_eligible'
  | 'coupon_used_up'
  /** It gives time where a lower price is asked for, or the reverse, or it lowers the price of another plan. */
  | 'coupon_not_applicable'
  /** An order that may still be paid holds its last use, or this user's. */
  | 'coupon_reserved';

/** The first reason why a user may not redeem a coupon (spec: membership.md#redeeming); null: they may. */
export function decideCoupon(coupon: (CouponFacts & { gives: CouponGives }) | null): CouponRefusal | null {
  const refusal = refuseUser(coupon);
  if (!coupon || refusal) return refusal;
  if (isDiscount(coupon.gives)) return 'coupon_not_applicable';
  if (coupon.used >= coupon.maxUses) return 'coupon_used_up';
  return null;
}

/** The uses of a discount: each is held by an order that can be paid, or spent by a paid one. */
export interface DiscountUses {
  spent: number;
  held: number;
  isSpentByUser: boolean;
  isHeldByUser: boolean;
}

/** The first reason why a user may not order a plan with a coupon (spec: payments.md#discounts); null: they may. */
export function decideDiscount(
  coupon: (CouponFacts & { gives: CouponGives; ways: readonly DiscountWay[] }) | null,
  { plan, way, uses }: { plan: string; way: DiscountWay; uses: DiscountUses },
): CouponRefusal | null {
  const refusal = refuseUser(coupon && { ...coupon, isUsedByUser: coupon.isUsedByUser || uses.isSpentByUser });
  if (!coupon || refusal) return refusal;
  const { gives, ways, maxUses } = coupon;
  if (!isDiscount(gives) || !ways.includes(way) || (gives.plan !== null && gives.plan !== plan))
    return 'coupon_not_applicable';
  if (uses.spent >= maxUses) return 'coupon_used_up';
  if (uses.isHeldByUser || uses.spent + uses.held >= maxUses) return 'coupon_reserved';
  return null;
}

function refuseUser(coupon: CouponFacts | null): CouponRefusal | null {
  if (!coupon) return 'coupon_invalid';
  if (coupon.isUsedByUser) return 'coupon_already_used';
  if (!coupon.isActive) return 'coupon_invalid';
  if (coupon.isExpired) return 'coupon_expired';
  if (coupon.isOwn || (coupon.newUsersOnly && !coupon.isNewUser)) return 'coupon_not_eligible';
  return null;
}

export const inviteReward: Duration = { days: 7 };
/** For one inviter in a calendar month (UTC); the invitee's own reward has no such limit. */
export const mostRewardsAMonth = 10;
/** A user who pays, is invited for it and takes the money back gains nothing. */
export const rewardHoldDays = 7;

/**
 * Whether an invitation earns its reward. Nobody is rewarded for inviting themselves, nor two users for inviting each
 * other. It cannot happen, since a code exists only after its owner.
 */
export function isRewardDue(invitation: {
  inviteeId: string;
  inviterId: string;
  inviterInvitedBy: string | null;
  /** The time when the invitee's first paid order was granted. */
  paidAt: Date;
  now: Date;
}): boolean {
  const { inviteeId, inviterId, inviterInvitedBy, paidAt, now } = invitation;
  if (inviterId === inviteeId || inviterInvitedBy === inviteeId) return false;
  return now.getTime() - paidAt.getTime() >= rewardHoldDays * dayMs;
}

/** A part of a membership that one entry of the ledger gave, without what later entries changed of it. */
export interface MemberSpan {
  from: Date;
  until: Date;
  cause: string;
}

/**
 * The days of a membership by its ledger, in their order: each span begins where the one before ends, or after a gap.
 * Their last end is that of `foldLedger`, unless the operator set one that lies before them.
 */
export function spansOf(entries: readonly LedgerEntry[]): MemberSpan[] {
  const takenBack = new Set(entries.flatMap((entry) => (entry.kind === 'revoke' ? [entry.revokes] : [])));
  let spans: MemberSpan[] = [];
  for (const entry of entries) {
    if (entry.kind === 'revoke' || takenBack.has(entry.cause)) continue;
    const { createdAt, cause } = entry;
    const last = spans.at(-1)?.until ?? null;
    const from = laterOf(createdAt, last);
    if (entry.kind === 'extend') {
      spans.push({ from, until: add(from, entry.by), cause });
      continue;
    }
    spans = spans.flatMap((span) => {
      if (span.from >= entry.until) return [];
      return [span.until > entry.until ? { ...span, until: entry.until } : span];
    });
    if (from < entry.until && (last === null || last < entry.until)) spans.push({ from, until: entry.until, cause });
  }
  return spans;
}

/** The word of a campaign, as people type it and links carry it (spec: membership.md#trials). */
export const campaignPattern = /^[a-z0-9-]{2,32}$/;
export const mostCampaigns = 50;
export const mostTrialDays = 90;

/** The campaign that a registration names, without regard to the letters' case; null: none that could be one. */
export function readCampaign(given: unknown): string | null {
  const word = typeof given === 'string' ? given.trim().toLowerCase() : '';
  return campaignPattern.test(word) ? word : null;
}
