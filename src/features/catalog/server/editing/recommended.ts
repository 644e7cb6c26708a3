import type * as z from 'zod/mini';
import { type Db, withTransaction } from '../../../../server/database/db.ts';
import { wrongFields } from '../../../../server/http/errors.ts';
import { readGivenTime } from '../../../../server/http/given-time.ts';
import type { Language } from '../../../../shared/languages.ts';
import type { Cover } from '../../../../shared/wire.ts';
import { type Maker, writeAudit } from '../../../studio/server/audit.ts';
import type { StudioPlatform } from '../../../studio/server/studio-api.ts';
import { etagOf } from '../../../studio/server/versions.ts';
import { mostRecommended } from '../../rules.ts';
import { catalogStudioCalls, type RecommendedRow, type recommendedBody } from '../../studio-contract.ts';
import {
  lockBooks,
  lockRecommendations,
  markRecommended,
  type Recommendation,
  replaceRecommendations,
  selectRecommendations,
  type TitledRecommendation,
} from './recommended-queries.ts';
import { requireCurrent } from './versions.ts';

/** There is one list: the audit knows it by this name. */
const target = { kind: 'recommended', id: 'list', name: null } as const;

interface ShowsCovers {
  /** The covers with addresses that open for that session alone. */
  showCoversInStudio(staff: { imageAudience: string }, imageIds: readonly string[]): Promise<Map<string, Cover>>;
}

/** The studio's calls of the recommended books (spec: studio.md#books). */
export function mountRecommended({ studio, db, setting, showCoversInStudio }: StudioPlatform & ShowsCovers): void {
  async function show(on: Db, staff: { imageAudience: string }, language: Language): Promise<RecommendedRow[]> {
    const rows = await selectRecommendations(on, mostRecommended, language);
    const covers = await showCoversInStudio(staff, [
      ...new Set(rows.flatMap(({ coverImageId }) => coverImageId ?? [])),
    ]);
    return rows.map((row) => present(row, covers));
  }

  studio.add(catalogStudioCalls.listRecommended, async ({ query, staff, setEtag }) => {
    const rows = await show(db, staff, query.language);
    setEtag(versionOf(rows));
    return { result: rows, total: rows.length };
  });

  studio.add(catalogStudioCalls.setRecommended, async ({ body, query, staff, by, ifMatch, setEtag }) => {
    const items = readItems(body, setting('time_zone'));
    const rows = await withTransaction(db, async (tx) => {
      await lockRecommendations(tx);
      const before = await show(tx, staff, query.language);
      await requireCurrent(tx, ifMatch, { target, etag: versionOf(before), current: before });
      return recommend(tx, { by, before, items, show: () => show(tx, staff, query.language) });
    });
    setEtag(versionOf(rows));
    return { result: rows, total: rows.length };
  });
}

async function recommend(
  tx: Db,
  {
    by,
    before,
    items,
    show,
  }: {
    by: Maker;
    before: readonly RecommendedRow[];
    items: readonly Recommendation[];
    show: () => Promise<RecommendedRow[]>;
  },
): Promise<RecommendedRow[]> {
  const wanted = items.map(({ bookId }) => bookId);
  const dropped = before.map(({ book_uuid: id }) => id).filter((id) => !wanted.includes(id));
  const there = new Set(await lockBooks(tx, [...wanted, ...dropped]));
  const missing = wanted.findIndex((id) => !there.has(id));
  if (missing >= 0) throw wrongItem(missing, 'book_uuid', 'There is no such book');
  await replaceRecommendations(tx, items);
  await markRecommended(tx, wanted, true);
  await markRecommended(tx, dropped, false);
  const after = await show();
  if (versionOf(after) !== versionOf(before))
    await writeAudit(tx, {
      ...{ by, action: 'recommended.edit', target },
      ...{ before: { items: before.map(inAudit) }, after: { items: after.map(inAudit) } },
    });
  return after;
}

function readItems(body: z.output<typeof recommendedBody>, timeZone: string): Recommendation[] {
  const zone = body.time_zone ?? timeZone;
  const seen = new Set<string>();
  return body.items.map(({ book_uuid: bookId, languages, from, until }, index) => {
    if (seen.has(bookId)) throw wrongItem(index, 'book_uuid', 'This book is in the list already');
    seen.add(bookId);
    const timeOf = (field: string, text: string | null | undefined) =>
      text === null || text === undefined ? null : readGivenTime(`items.${index}.${field}`, text, zone);
    const item = { bookId, languages: languages ?? null, from: timeOf('from', from), until: timeOf('until', until) };
    if (item.from && item.until && item.from >= item.until)
      throw wrongItem(index, 'until', 'This must be after `from`');
    return item;
  });
}

function wrongItem(index: number, field: string, message: string): Error {
  return wrongFields([{ path: `items.${index}.${field}`, code: 'invalid', message }]);
}

function present(row: TitledRecommendation, covers: ReadonlyMap<string, Cover>): RecommendedRow {
  const timeOf = (time: Date | null) => time?.toISOString() ?? null;
  const { bookId, languages, from, until, title, originalTitle } = row;
  return {
    ...{ book_uuid: bookId, languages, from: timeOf(from), until: timeOf(until), title },
    original_title: originalTitle === title ? null : originalTitle,
    cover: covers.get(row.coverImageId ?? '') ?? null,
  };
}

/** What a book is called and looks like may change without a change of the list. */
const versionOf = (rows: readonly RecommendedRow[]) =>
  etagOf(rows.map(({ title: _t, original_title: _o, cover: _c, ...row }) => row));

/** An item as the audit keeps it: with its limits only where it has some. */
function inAudit({ book_uuid, title, languages, from, until }: RecommendedRow) {
  const limits = { languages, from, until };
  return { book_uuid, title, ...Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== null)) };
}
