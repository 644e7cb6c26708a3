import type { Db } from '../../../server/database/db.ts';
import { listGiftCauses, readLedger } from '../../membership/server/people.ts';
import { role as givenRole } from '../../studio/contract.ts';
import { listChangesOf } from '../../studio/server/audit.ts';
import type { StudioOrderDetail, TimelineRow } from '../studio-contract.ts';
import { listMoneyOf } from './orders.ts';

/** What the audit tells of a person; changes of a membership stand in its ledger. */
const told = {
  'user.role': 'role',
  'user.note': 'note',
  'user.ban': 'ban',
  'user.unban': 'unban',
  'user.password_link': 'password_link',
  'user.end_sessions': 'end_sessions',
} as const;
const isTold = (action: string): action is keyof typeof told => Object.hasOwn(told, action);
const mostChanges = 500;

const empty = {
  ...{ amount: null, currency: null, order_id: null, number: null, months: null, days: null, until: null, role: null },
  ...{ reason: null, by: null },
};

/** What happened to a person as the site knows it, the newest first. */
export async function readTimeline(db: Db, userId: string): Promise<TimelineRow[]> {
  const [money, ledger, gifts, changes] = await Promise.all([
    listMoneyOf(db, userId),
    readLedger(db, userId),
    listGiftCauses(db, userId),
    listChangesOf(db, { targets: [userId], actions: Object.keys(told), limit: mostChanges }),
  ]);
  const rows = [
    ...(await rowsOfMoney(db, money)),
    ...rowsOfLedger(ledger.rows, new Set(gifts)),
    ...rowsOfChanges(changes),
  ];
  return rows.sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
}

/** Payments, and what went back or is on its way; whoever asked for it here gave a reason. */
async function rowsOfMoney(db: Db, money: Awaited<ReturnType<typeof listMoneyOf>>): Promise<TimelineRow[]> {
  const refunded = money.filter(({ refunds }) => refunds.length > 0).map(({ order }) => order.order_id);
  const asked = await listChangesOf(db, { targets: refunded, actions: ['order.refund'], limit: mostChanges });
  const askedFor = new Map(asked.map((change) => [change.after?.refund_id, change]));
  return money.flatMap(({ order, refunded: sum, refunds }) => {
    const { order_id, number, currency, months } = order;
    const named = { ...empty, order_id, number, currency };
    const paid: TimelineRow[] = order.paid_at
      ? [{ ...named, at: order.paid_at, kind: order.gift ? 'gift' : 'payment', amount: order.amount, months }]
      : [];
    const back = sumsThatWentBack(refunds, sum).map(({ refund_id: id, at, amount }): TimelineRow => {
      const { reason = null, username: by = null } = askedFor.get(id) ?? {};
      return { ...named, at, kind: 'refund', amount, reason, by };
    });
    return [...paid, ...back];
  });
}

/**
 * Single refunds, and as one row what a provider tells beyond them: Stripe tells the sum of all refunds, and a lost dispute
 * takes what is left. A dispute that is open or won takes nothing.
 */
function sumsThatWentBack(refunds: StudioOrderDetail['refunds'], sum: number): StudioOrderDetail['refunds'] {
  const single = refunds.filter(({ state }) => state === 'pending' || state === 'succeeded');
  const told = refunds.find(({ state }) => state === 'lost') ?? refunds.find(({ state }) => state === 'total');
  const beyond = single.reduce((left, { amount }) => left - amount, sum);
  return told && beyond > 0 ? [...single, { ...told, amount: beyond }] : single;
}

/** The rows that no payment made: its own row tells of that. */
function rowsOfLedger(rows: Awaited<ReturnType<typeof readLedger>>['rows'], gifts: ReadonlySet<string>): TimelineRow[] {
  const kinds = {
    operator: 'grant',
    import: 'grant',
    coupon: 'coupon',
    invite: 'invite',
    trial: 'grant',
    wechat: null,
    stripe: null,
  } as const;
  return rows.flatMap(({ at, kind, source, cause, months, days, until, reason, by }): TimelineRow[] => {
    const known = kind === 'revoke' && source === 'operator' ? 'revoke' : gifts.has(cause) ? 'gift' : kinds[source];
    return known ? [{ ...empty, at, kind: known, months, days, until, reason, by }] : [];
  });
}

function rowsOfChanges(changes: Awaited<ReturnType<typeof listChangesOf>>): TimelineRow[] {
  return changes.flatMap(({ at, action, after, reason, username: by }): TimelineRow[] => {
    if (!isTold(action)) return [];
    const given = givenRole.safeParse(after?.role);
    const note = typeof after?.note === 'string' ? after.note : null;
    return [
      {
        ...{ ...empty, at: at.toISOString(), kind: told[action], by, reason: reason ?? note },
        role: given.success ? given.data : null,
      },
    ];
  });
}
