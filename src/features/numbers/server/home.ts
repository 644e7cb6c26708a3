import type { Db } from '../../../server/database/db.ts';
import type { Language } from '../../../shared/languages.ts';
import { type ReadSetting, siteSettings } from '../../../shared/site-settings.ts';
import type { Cover } from '../../../shared/wire.ts';
import type { NamedBook } from '../../catalog/server/catalog.ts';
import { hasRight, type Right } from '../../studio/rules.ts';
import type { Staff } from '../../studio/server/studio-api.ts';
import { type Attention, listToday } from '../../studio/server/today.ts';
import { dayOfNumber, numberOfDay } from '../rules.ts';
import { type Home, steps } from '../studio-contract.ts';
import { listBounds } from './day-queries.ts';
import { visitRows } from './figures.ts';
import type { NumberSources, Span } from './sources.ts';

const shownDays = 28;
const weekDays = 7;

const comingHours = 7 * 24;
/** So many rows of what comes out, and so many books with drafts, are told at most. */
const mostRows = 1000;

interface Asked {
  role: Staff['role'];
  /** A day of the site's zone. */
  today: string;
  now: Date;
  /** Of titles and covers. */
  language: Language;
  setting: ReadSetting;
  sources: NumberSources;
  attention: readonly Attention[];
  showCovers(ids: readonly string[]): Promise<Map<string, Cover>>;
  /** Some way to be paid is set. */
  canBePaid: boolean;
  /** The steps of a new site were dismissed. */
  isDismissed: boolean;
}

/** What the role may see of the studio's first page (spec: studio.md#home). */
export async function readHome(db: Db, asked: Asked): Promise<Home> {
  const { role, today, now, sources } = asked;
  const may = (right: Right) => hasRight(role, right);
  const days = { from: dayOfNumber((numberOfDay(today) ?? 0) - shownDays + 1), to: today };
  const bounds = await listBounds(db, { ...days, timeZone: asked.setting('time_zone') });
  const spanOf = (from: number, to?: number): Span => {
    const those = bounds.slice(from, to);
    const [first, last] = [those.at(0), those.at(-1)];
    if (!first || !last) throw new Error('The days of the studio have no bounds');
    return { from: first.from, to: last.to };
  };
  const week = spanOf(-weekDays);
  const [sales, readers, members, accounts, needs, releases, checklist] = await Promise.all([
    may('revenue') ? readSales(db, { week, before: spanOf(-2 * weekDays, -weekDays), sources }) : null,
    may('numbers')
      ? visitRows(db, { ...days, group: 'day', bounds, partial: true }, { bookId: null, language: null, by: null })
      : null,
    may('revenue') ? sources.countMembers(db, { periods: [week], now }) : null,
    may('people') ? sources.countRegistrations(db, week) : null,
    role === null ? [] : listToday(db, { role, sources: asked.attention }),
    may('books') ? readReleases(db, asked) : null,
    may('settings') ? readChecklist(db, asked) : undefined,
  ]);
  const counts = readers?.map((row) => row.readers) ?? [];
  const [ofWeek] = members ?? [];
  return {
    ...(sales && { sales }),
    ...(ofWeek && { members: { now: ofWeek.now, new: ofWeek.new, leaving: ofWeek.leaving } }),
    ...(readers && { readers: { today: counts.at(-1) ?? 0, previous: counts.at(-2) ?? 0, days: counts } }),
    ...(accounts !== null && { accounts: { new: accounts } }),
    needs: needs.map((need) => ({ ...need, action: actionOf(need.kind) })),
    ...releases,
    ...(checklist !== undefined && { checklist }),
  };
}

/** What one does about it: its page offers more. */
function actionOf(kind: string): Home['needs'][number]['action'] {
  if (kind === 'backup_missing' || kind === 'backup_overdue') return 'back_up';
  if (kind === 'pages_broken') return 'check';
  return kind.startsWith('payments_') || kind === 'ledger_differences' || kind === 'work_failed' ? 'review' : 'open';
}

/** What comes out within a week, and the drafts that wait, with the books' covers. */
async function readReleases(
  db: Db,
  { sources, language, showCovers }: Asked,
): Promise<Pick<Home, 'coming' | 'drafts'>> {
  const [coming, drafts] = await Promise.all([
    sources.listComingReleases(db, { language, hours: comingHours, limit: mostRows }),
    sources.listDrafts(db, { language, limit: mostRows }),
  ]);
  const covers = await showCovers([...new Set([...coming, ...drafts].flatMap((row) => row.coverImageId ?? []))]);
  const bookOf = ({ bookId, bookTitle: title, coverImageId }: NamedBook) => ({
    book_uuid: bookId,
    title,
    cover: (coverImageId === null ? null : covers.get(coverImageId)) ?? null,
  });
  return {
    coming: coming.map((row) => ({
      at: row.at.toISOString(),
      book: bookOf(row),
      chapter: { chapter_uuid: row.chapterId, title: row.title, season: row.season, label: row.label },
      number: row.number,
      languages: row.languages,
    })),
    drafts: drafts.map((row) => ({ book: bookOf(row), count: row.count })),
  };
}

/** The steps of a new site; null once all are done, or after they were dismissed. */
async function readChecklist(
  db: Db,
  { sources, setting, canBePaid, isDismissed }: Asked,
): Promise<NonNullable<Home['checklist']> | null> {
  if (isDismissed) return null;
  const isGiven = (key: 'name' | 'contact') => setting(key) !== siteSettings[key].default;
  const [book, backup] = await Promise.all([sources.hasPublished(db), sources.hasBackup(db)]);
  const done = { name: isGiven('name'), book, payment: canBePaid, backup, contact: isGiven('contact') };
  const all = steps.map((step) => ({ step, done: done[step] }));
  return all.every((step) => step.done) ? null : all;
}

/** The sales of a week, those of the currency that sold most with the ones of the week before. */
async function readSales(
  db: Db,
  { week, before, sources }: { week: Span; before: Span; sources: NumberSources },
): Promise<Home['sales']> {
  const periods = [
    { period: 'week', ...week },
    { period: 'before', ...before },
  ];
  const [revenue, buyers] = await Promise.all([
    sources.listRevenue(db, { periods, by: 'nothing', eachOrder: false }),
    sources.countBuyers(db, periods),
  ]);
  const sumsIn = (period: string, currency: string | null) => {
    const row = revenue.find((each) => each.period === period && each.currency === currency);
    const { gross = 0, refunds: refunded = 0 } = row ?? {};
    const count = buyers.find((each) => each.period === period && each.currency === currency)?.buyers ?? 0;
    return { net: gross - refunded, gross, refunded, buyers: count };
  };
  const byCurrency = revenue
    .filter(({ period }) => period === 'week')
    .sort((one, other) => other.gross - one.gross)
    .map(({ currency }) => ({ currency, ...sumsIn('week', currency) }));
  const currency = byCurrency[0]?.currency ?? null;
  const buyersOf = (period: string) => buyers.find((each) => each.period === period && each.currency === null)?.buyers;
  return {
    ...sumsIn('week', currency),
    buyers: buyersOf('week') ?? 0,
    currency,
    by_currency: byCurrency,
    previous: { ...sumsIn('before', currency), buyers: buyersOf('before') ?? 0 },
  };
}
