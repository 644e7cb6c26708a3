import type { Db } from '../../../server/database/db.ts';
import { type MemberSpan, spansOf } from '../rules.ts';
import { listLedgers } from './queries.ts';

const ledgersAtOnce = 5_000;
const dayMs = 24 * 60 * 60 * 1000;
const weekMs = 7 * dayMs;

/** The members of a span of time (spec: studio.md#numbers). */
export interface MemberFigures {
  now: number;
  new: number;
  leaving: number;
  left: number;
  renewed: number;
  undecided: number;
  lapsed: number;
}

interface Payment {
  cause: string;
  at: Date;
}

const isPaid = (cause: string) => cause.startsWith('wechat:') || cause.startsWith('stripe:');

/** Counts the members in each of these spans, by the ledgers as they are at `now`. */
export async function countMembers(
  db: Db,
  asked: { periods: readonly { from: Date; to: Date }[]; now: Date },
): Promise<MemberFigures[]> {
  const { periods, now } = asked;
  const figures = periods.map(() => ({ now: 0, new: 0, leaving: 0, left: 0, renewed: 0, undecided: 0, lapsed: 0 }));
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const ledgers = await listLedgers(db, { after, limit: ledgersAtOnce });
    for (const { entries } of ledgers) {
      const payments = entries.flatMap((entry) =>
        entry.kind === 'extend' && isPaid(entry.cause) ? [{ cause: entry.cause, at: entry.createdAt }] : [],
      );
      const spans = spansOf(entries);
      periods.forEach((period, index) => {
        const figure = figures[index];
        if (figure) addMember(figure, { period, now, spans, payments });
      });
    }
    after = ledgers.at(-1)?.userId ?? after;
    if (ledgers.length < ledgersAtOnce) return figures;
  }
}

function addMember(
  figure: MemberFigures,
  given: { period: { from: Date; to: Date }; now: Date; spans: readonly MemberSpan[]; payments: readonly Payment[] },
): void {
  const { period, now, spans, payments } = given;
  const isIn = (time: Date) => time >= period.from && time < period.to && time <= now;
  const moment = new Date(Math.min(period.to.getTime(), now.getTime()));
  const first = payments[0];
  if (first && isIn(first.at)) figure.new += 1;
  const periods = joinSpans(spans);
  // On a day that is over its last moment decides.
  const current = periods.find(({ from, until }) => from < moment && until >= moment && (until > now || moment < now));
  if (current) figure.now += 1;
  if (current && current.until.getTime() < moment.getTime() + weekMs) figure.leaving += 1;
  if (periods.some(({ until }) => isIn(until))) figure.left += 1;
  for (const end of endsOf(spans, payments)) {
    if (!isIn(end.at)) continue;
    if (end.isRenewed) figure.renewed += 1;
    else if (end.at.getTime() + weekMs > now.getTime()) figure.undecided += 1;
    else figure.lapsed += 1;
  }
}

function joinSpans(spans: readonly MemberSpan[]): { from: Date; until: Date }[] {
  const joined: { from: Date; until: Date }[] = [];
  for (const { from, until } of spans) {
    const last = joined.at(-1);
    if (last && last.until >= from) last.until = until;
    else joined.push({ from, until });
  }
  return joined;
}

/**
 * The ends of memberships. E.g. January and February are paid at once: the membership ends on 31 January and is
 * renewed. Where the days run out it ends, and counts as renewed if somebody pays within seven days.
 */
function endsOf(spans: readonly MemberSpan[], payments: readonly Payment[]): { at: Date; isRenewed: boolean }[] {
  return spans.flatMap((span, index) => {
    const next = spans[index + 1];
    const at = span.until;
    if (next && next.from <= at) return isPaid(next.cause) ? [{ at, isRenewed: true }] : [];
    const isRenewed = payments.some((payment) => payment.at >= at && payment.at.getTime() <= at.getTime() + weekMs);
    return [{ at, isRenewed }];
  });
}
