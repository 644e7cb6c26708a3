import { type Db, type DbPool, withTransaction } from '../../../../server/database/db.ts';
import { freezeView } from '../../server/report-queries.ts';
import { plusDays, plusMonths } from './calendar.ts';
import { refundedOf, type Story, type User } from './story.ts';

/** A span of time by the machines' clock, in which a decision could be made. */
export interface Span {
  fromMs: number;
  untilMs: number;
}

interface Entry {
  cause: string;
  kind: 'extend' | 'set' | 'revoke';
  revokes: string | null;
  createdAt: Date;
}

interface Booked {
  id: string;
  provider: string;
  reference: string;
  state: string;
  review: string | null;
}

/** The code of a gift, and who has redeemed it. */
interface Given {
  orderId: string;
  isStanding: boolean;
  redemptionId: string | null;
  redeemedBy: string | null;
}

interface Books {
  given: readonly Given[];
  /** By their references. */
  sales: Map<string, Booked>;
  /** By users. */
  ledgers: Map<string, { entries: Entry[]; expireAt: Date | null }>;
}

/** The content of our books about these stories at one moment: an order may still be asked about in the background. */
export function readBooks(db: DbPool, stories: readonly Story[]): Promise<Books> {
  return withTransaction(db, async (tx) => {
    await freezeView(tx);
    return readAll(tx, stories);
  });
}

async function readAll(db: Db, stories: readonly Story[]): Promise<Books> {
  const users = stories.flatMap((story) => story.users.map(({ id }) => id));
  const references = stories.flatMap(({ orders, cards }) => [...orders, ...cards].map(({ reference }) => reference));
  const entries = await db.query<Entry & { userId: string }>(
    `select user_id as "userId", cause, kind, revokes, created_at as "createdAt" from ledger_entries
       where user_id = any($1) order by id`,
    [users],
  );
  const memberships = await db.query<{ userId: string; expireAt: Date | null }>(
    'select user_id as "userId", expire_at as "expireAt" from memberships where user_id = any($1)',
    [users],
  );
  const sales = await db.query<Booked>(
    `select id, provider, reference, state, review from payment_orders
       where provider in ('wechat', 'stripe') and reference = any($1)`,
    [references],
  );
  const given = await db.query<Given>(
    `select split_part(c.gift_cause, ':', 2) as "orderId", c.active and c.gift_ended_at is null as "isStanding",
       r.id as "redemptionId", r.user_id as "redeemedBy"
     from coupons c left join coupon_redemptions r on r.coupon_id = c.id
     where split_part(c.gift_cause, ':', 2) = any($1)`,
    [sales.rows.map(({ id }) => id)],
  );
  const ledgers = new Map(users.map((id) => [id, { entries: [] as Entry[], expireAt: null as Date | null }]));
  for (const { userId, ...entry } of entries.rows) ledgers.get(userId)?.entries.push(entry);
  for (const { userId, expireAt } of memberships.rows) Object.assign(ledgers.get(userId) ?? {}, { expireAt });
  return { given: given.rows, sales: new Map(sales.rows.map((row) => [row.reference, row])), ledgers };
}

type Duration = { months: number } | { days: number };

/**
 * The end of a membership, computed from the events and from the moments at which our books say that they were decided.
 * Calendar and order are the model's own, and it takes no length from the ledger.
 */
function expiryOf(entries: readonly Entry[], lengthOf: (cause: string) => Duration | null): number | null {
  const gone = new Set(entries.flatMap(({ revokes }) => revokes ?? []));
  let endMs: number | null = null;
  for (const { cause, kind, createdAt } of entries) {
    const length = kind === 'extend' && !gone.has(cause) ? lengthOf(cause) : null;
    if (!length) continue;
    const fromMs: number = Math.max(endMs ?? 0, createdAt.getTime());
    endMs = 'months' in length ? plusMonths(fromMs, length.months) : plusDays(fromMs, length.days);
  }
  return endMs;
}

/** The length of each cause, by the truth; null: there is no such cause. */
function lengths(story: Story, books: Books): (cause: string) => Duration | null {
  const sold = new Map<string, Duration>();
  for (const { reference, months, isGift } of [...story.orders, ...story.cards]) {
    const sale = books.sales.get(reference);
    if (sale && !isGift) sold.set(`${sale.provider}:${sale.id}`, { months });
    for (const { orderId, redemptionId } of books.given)
      if (isGift && orderId === sale?.id && redemptionId) sold.set(`coupon:${redemptionId}`, { months });
  }
  return (cause) => {
    const [source = '', id = ''] = cause.split(':');
    if (source === 'invite') return { days: 7 };
    return story.gifts.get(cause)?.by ?? sold.get(`${source}:${id}`) ?? null;
  };
}

/** The faults in the lengths and moments of two users' memberships, at any time. */
export function checkExpiries(story: Story, books: Books, spans: readonly Span[]): string[] {
  const lengthOf = lengths(story, books);
  return story.users.flatMap(({ id }) => {
    const { entries, expireAt } = books.ledgers.get(id) ?? { entries: [], expireAt: null };
    const granted = entries.filter(({ kind }) => kind !== 'revoke');
    const wrong = granted.flatMap(({ cause, createdAt }) => [
      ...(lengthOf(cause) ? [] : [`${cause} is for nothing`]),
      ...(isWithin(createdAt.getTime(), spans) ? [] : [`${cause} was decided at ${createdAt.toISOString()}`]),
    ]);
    const expected = expiryOf(entries, lengthOf);
    if (expected !== (expireAt?.getTime() ?? null))
      wrong.push(`a membership ends ${write(expireAt?.getTime() ?? null)}, not ${write(expected)}`);
    return wrong;
  });
}

/** Clocks of two machines are read one after the other. */
const clockSlackMs = 5000;

function isWithin(ms: number, spans: readonly Span[]): boolean {
  return spans.some(({ fromMs, untilMs }) => ms >= fromMs - clockSlackMs && ms <= untilMs + clockSlackMs);
}

function write(ms: number | null): string {
  return ms === null ? 'never' : new Date(ms).toISOString();
}

/** The faults in the grants of two users, once everything is sent. */
export function checkGrants(story: Story, books: Books, reward: Reward | null): string[] {
  const standing = story.users.flatMap(({ id }) => standingOf(books, id).map((cause) => ({ id, cause })));
  const wrong: string[] = [];
  let explained = 0;
  for (const sold of [...story.orders, ...story.cards]) {
    const sale = books.sales.get(sold.reference);
    const isWhole = sold.isLost || (sold.refunds.length > 0 && refundedOf(sold) >= sold.amount);
    const own = (cause: string) => sale !== undefined && `${cause}:`.startsWith(`${sale.provider}:${sale.id}:`);
    const isOfGift = givenBy(books, sale);
    const held = standing.filter(({ cause }) => (sold.isGift ? isOfGift(cause) : own(cause)));
    const codes = books.given.filter(({ orderId, isStanding, redemptionId }) => {
      return orderId === sale?.id && isStanding && redemptionId === null;
    }).length;
    const due = sold.isPaid && sold.buyer !== null && !isWhole ? 1 : 0;
    explained += held.length;
    if (held.length + codes !== due)
      wrong.push(`${sold.reference} has ${held.length} grants and ${codes} codes, ${due} are due`);
    if (!sold.isGift && held.some(({ id }) => id !== sold.buyer))
      wrong.push(`${sold.reference} is granted to somebody else`);
    const isBooked = sale?.state === 'paid' || sale?.state === 'refunded';
    const state = isWhole ? 'refunded' : 'paid';
    if (sold.isPaid && sale?.state !== state) wrong.push(`${sold.reference} is ${sale?.state}, not ${state}`);
    if (!sold.isPaid && isBooked) wrong.push(`${sold.reference} was never paid`);
    if (sold.isPaid && sale?.review) wrong.push(`${sold.reference} is still in review: ${sale.review}`);
  }
  const discounted = story.orders.filter(({ isDiscounted, isPaid }) => isDiscounted && isPaid).length;
  if (discounted > 1) wrong.push(`a coupon for one order was paid with ${discounted} times`);
  for (const [cause, { userId }] of story.gifts) {
    const held = standing.filter((each) => each.cause === cause && each.id === userId);
    explained += held.length;
    if (held.length !== 1) wrong.push(`${cause} stands ${held.length} times`);
  }
  const [inviter, invitee] = story.users;
  const isDue = reward !== null && standingOf(books, invitee.id).includes(reward.paidCause);
  for (const [user, half] of [
    [inviter, 'inviter'],
    [invitee, 'invitee'],
  ] as const) {
    const held = standing.filter(({ id, cause }) => id === user.id && cause === `invite:${invitee.id}:${half}`);
    explained += held.length;
    if (held.length !== (isDue ? 1 : 0)) wrong.push(`the ${half} has ${held.length} rewards, due is ${isDue}`);
  }
  if (explained !== standing.length) wrong.push(`${standing.length} grants stand, ${explained} of them explained`);
  return wrong;
}

/** Whether a cause is the redemption of a gift that this sale paid for. */
function givenBy(books: Books, sale: Booked | undefined): (cause: string) => boolean {
  const redemptions = books.given.flatMap(({ orderId, redemptionId }) =>
    orderId === sale?.id && redemptionId ? [`coupon:${redemptionId}`] : [],
  );
  return (cause) => redemptions.includes(cause);
}

/** The reward that an invitation has earned, and the order that it depends on. */
export interface Reward {
  paidCause: string;
}

function standingOf(books: Books, userId: string): string[] {
  const entries = books.ledgers.get(userId)?.entries ?? [];
  const gone = new Set(entries.flatMap(({ revokes }) => revokes ?? []));
  return entries.flatMap(({ kind, cause }) => (kind === 'revoke' || gone.has(cause) ? [] : [cause]));
}

const heldMs = 7 * 86_400_000;

/** The reward that is due at a moment by the invitee's first paid order that stands; null: none is. */
export function dueReward(books: Books, invitee: User, nowMs: number): Reward | null {
  const standing = new Set(standingOf(books, invitee.id));
  const first = books.ledgers
    .get(invitee.id)
    ?.entries.find(({ cause }) => standing.has(cause) && /^(wechat|stripe):/.test(cause));
  return first && nowMs - first.createdAt.getTime() >= heldMs ? { paidCause: first.cause } : null;
}
