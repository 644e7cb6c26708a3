import type { Db } from '../../../server/database/db.ts';
import type { Language } from '../../../shared/languages.ts';
import type { ComingRelease, NamedBook } from '../../catalog/server/catalog.ts';

/** A span of time; `from` is inside and `to` is not. */
export interface Span {
  from: Date;
  to: Date;
}

/** The facts of other features about a day. */
export interface DaySources {
  listRegistrations(db: Db, span: Span): Promise<{ userId: string; at: Date }[]>;
  listPayments(db: Db, span: Span): Promise<{ orderId: string; userId: string; at: Date }[]>;
}

interface Revenue {
  period: string;
  key: string | null;
  orderId: string | null;
  currency: string;
  gross: number;
  refunds: number;
  payments: number;
}

/** The facts of other features, hidden books' too. */
export interface NumberSources extends DaySources {
  listTitles(db: Db, asked: { bookIds: readonly string[]; language: Language }): Promise<Map<string, string>>;
  listChapters(
    db: Db,
    asked: { bookId: string; language: Language },
  ): Promise<{ id: string; number: number; title: string }[] | null>;
  countLikes(db: Db, span: Span): Promise<{ chapterId: string; value: number }[]>;
  booksOfChapters(db: Db, chapterIds: readonly string[]): Promise<Map<string, string>>;
  countFollows(db: Db, span: Span): Promise<{ bookId: string; value: number }[]>;
  countStops(
    db: Db,
    asked: { bookId: string; before: Date },
  ): Promise<{ chapterNumber: number; isEnd: boolean; users: number }[]>;
  listSales(
    db: Db,
    span: Span,
  ): Promise<{ orderId: string; userId: string | null; currency: string; amount: number; isFirst: boolean }[]>;
  listCohorts(
    db: Db,
    asked: { timeZone: string; plan: string | null; months: number },
  ): Promise<{ month: string; plan: string | null; members: number; paid: Record<string, number> }[]>;
  listRevenue(
    db: Db,
    asked: { periods: readonly ({ period: string } & Span)[]; by: 'nothing' | 'plan' | 'method'; eachOrder: boolean },
  ): Promise<Revenue[]>;
  listComingReleases(db: Db, asked: { language: Language; hours: number; limit: number }): Promise<ComingRelease[]>;
  listDrafts(db: Db, asked: { language: Language; limit: number }): Promise<(NamedBook & { count: number })[]>;
  hasPublished(db: Db): Promise<boolean>;
  hasBackup(db: Db): Promise<boolean>;
  countBuyers(
    db: Db,
    periods: readonly ({ period: string } & Span)[],
  ): Promise<{ period: string; currency: string | null; buyers: number }[]>;
  countRegistrations(db: Db, span: Span): Promise<number>;
  countMembers(
    db: Db,
    asked: { periods: readonly Span[]; now: Date },
  ): Promise<
    { now: number; new: number; leaving: number; left: number; renewed: number; undecided: number; lapsed: number }[]
  >;
}
