import type { Db } from '../../../server/database/db.ts';
import { AppError, limitReached, notFound } from '../../../server/http/errors.ts';
import type { Language } from '../../../shared/languages.ts';
import { languages } from '../../../shared/languages.ts';
import { type ByLanguage, inLanguageOf, type KnownDocument, type ReadSetting } from '../../../shared/site-settings.ts';
import { storeSettings } from '../../settings/server/settings.ts';
import { type Maker, writeAudit } from '../../studio/server/audit.ts';
import { etagOf, requireLastVersion } from '../../studio/server/versions.ts';
import type { Document, DocumentBlock } from '../contract.ts';
import { readBlocks } from '../read-blocks.ts';
import { isKind, limits, sellerTold, versionInForce } from '../rules.ts';
import type { DraftChange, DraftOnWire, NewDraft } from '../studio-contract.ts';
import {
  type Draft,
  type DraftRow,
  deleteDocument,
  insertConsents,
  insertVersion,
  lockDocuments,
  selectDrafts,
  selectVersion,
  selectWaived,
  updatePlaces,
  upsertDraft,
} from './queries.ts';

export type { NoteConsent } from './consents.ts';

const waiver = 'waiver';

/** Notes that a buyer gives up the right to withdraw from an order, in the transaction that makes it. */
export async function noteWaiver(
  tx: Db,
  { userId, language, orderId }: { userId: string; language: Language; orderId: string },
): Promise<void> {
  await insertConsents(tx, userId, [{ document: waiver, version: null, language, orderId }]);
}

/** The orders of a user whose withdrawal was given up. */
export const listWaived = (db: Db, userId: string): Promise<Set<string>> =>
  selectWaived(db, { userId, document: waiver });

/** The pages of the operator's, in their order. */
export async function listDrafts(db: Db, now: Date): Promise<DraftOnWire[]> {
  return (await selectDrafts(db, null)).map((row) => presentDraft(row, now));
}

/** One page; rejects with 404 where it is not there. */
export async function readDraft(db: Db, name: string, now: Date): Promise<DraftOnWire> {
  return presentDraft(await requireDraft(db, name), now);
}

export async function makeDraft(tx: Db, body: NewDraft, by: Maker, now: Date): Promise<DraftOnWire> {
  await lockDocuments(tx);
  const { page: name, titles, bodies, footer, order: place } = body;
  const all = await selectDrafts(tx, null);
  if (all.some((each) => each.name === name)) throw new AppError(409, 'page_exists', 'There is such a page already');
  if (!isKind(name) && all.filter((each) => !isKind(each.name)).length >= limits.free) throw limitReached();
  return writeDraft(tx, { before: null, draft: { name, titles, bodies, footer, place }, by, now });
}

export async function changeDraft(
  tx: Db,
  given: { name: string; change: DraftChange; ifMatch: string | undefined; by: Maker; now: Date },
): Promise<DraftOnWire> {
  const { name, change, ifMatch, by, now } = given;
  await lockDocuments(tx);
  const before = await requireDraft(tx, name);
  const current = presentDraft(before, now);
  await requireLastVersion(tx, ifMatch, { target: { kind: 'page', id: name }, etag: current.etag, current });
  const draft: Draft = {
    name,
    titles: chosen(change.titles, before.titles, {}),
    bodies: chosen(change.bodies, before.bodies, {}),
    footer: chosen(change.footer, before.footer, true),
    place: chosen(change.order, before.place, 0),
  };
  return writeDraft(tx, { before, draft, by, now });
}

/** What is not given stays; null is the first value. */
const chosen = <T>(value: T | null | undefined, before: T, first: T): T =>
  value === undefined ? before : (value ?? first);

async function writeDraft(
  tx: Db,
  { before, draft, by, now }: { before: Draft | null; draft: Draft; by: Maker; now: Date },
): Promise<DraftOnWire> {
  await upsertDraft(tx, draft);
  await tellPages(tx, now);
  await writeAudit(tx, {
    by,
    action: before ? 'page.edit' : 'page.make',
    target: { kind: 'page', id: draft.name, name: draft.name },
    before: before && fieldsOf(before),
    after: fieldsOf(draft),
  });
  return readDraft(tx, draft.name, now);
}

/** A page as the audit tells of it: of its texts only how long they are. */
const fieldsOf = ({ titles, bodies, footer, place }: Draft) => ({
  ...{ titles, footer, order: place },
  characters: Object.fromEntries(Object.entries(bodies).map(([language, body]) => [language, body?.length ?? 0])),
});

/** Puts a page before another one, or at the end, and numbers all of them anew; rejects with 404 where one is not there. */
export async function moveDocument(
  tx: Db,
  { name, before, by, now }: { name: string; before: string | null; by: Maker; now: Date },
): Promise<DraftOnWire[]> {
  await lockDocuments(tx);
  const { place } = await requireDraft(tx, name);
  if (before !== null) await requireDraft(tx, before);
  if (before === name) return listDrafts(tx, now);
  const others = (await selectDrafts(tx, null)).flatMap((row) => (row.name === name ? [] : [row.name]));
  const to = before === null ? others.length : others.indexOf(before);
  const order = others.toSpliced(to, 0, name);
  await updatePlaces(tx, order);
  await tellPages(tx, now);
  const target = { kind: 'page', id: name, name } as const;
  const after = { order: order.indexOf(name) };
  await writeAudit(tx, { by, action: 'page.edit', target, before: { order: place }, after });
  return listDrafts(tx, now);
}

export async function removeDocument(tx: Db, name: string, by: Maker, now: Date): Promise<void> {
  await lockDocuments(tx);
  await requireDraft(tx, name);
  await deleteDocument(tx, name);
  await tellPages(tx, now);
  await writeAudit(tx, { by, action: 'page.delete', target: { kind: 'page', id: name, name } });
}

export async function publishDocument(
  tx: Db,
  given: { name: string; effectiveAt: Date; by: Maker; now: Date },
): Promise<{ version: number; effective_at: string }> {
  const { name, by, now } = given;
  await lockDocuments(tx);
  const { titles, bodies } = await requireDraft(tx, name);
  const complete = languages.some((each) => bodies[each]?.trim() && (isKind(name) || titles[each]));
  if (!complete)
    throw new AppError(400, 'invalid_request', 'The page needs a title and a text in one language at least');
  const { version, effectiveAt } = await insertVersion(tx, given);
  await tellPages(tx, now);
  const published = { version, effective_at: effectiveAt.toISOString() };
  await writeAudit(tx, { by, action: 'page.publish', target: { kind: 'page', id: name, name }, after: published });
  return published;
}

/** What a draft looks like in a language. */
export async function previewDraft(db: Db, { name, language }: { name: string; language: Language }) {
  const { titles, bodies } = await requireDraft(db, name);
  const { words, title } = wordsOf({ titles, bodies }, language);
  return { title, blocks: words };
}

/**
 * A page as readers see it: the version in force, or the one of that number. Rejects with 404 where there is none. The
 * imprint is there for a seller's name alone.
 */
export async function readDocument(
  db: Db,
  asked: { name: string; language: Language; version: number | undefined; now: Date; setting: ReadSetting },
): Promise<Document> {
  const { name, language, now, setting } = asked;
  const known = setting('documents').find((each) => each.name === name);
  const inForce = (known && versionInForce(known, now)?.version) ?? null;
  const version = asked.version ?? inForce;
  const seller = name === 'imprint' ? sellerTold(setting) : null;
  const found = known && version !== null ? await selectVersion(db, { name, version }) : null;
  if (!found && (asked.version !== undefined || !seller?.name))
    throw notFound('page_not_found', 'There is no such page');
  if (!found) {
    const nothing = { version: null, effective_at: null, is_old: false, title: null, blocks: [] };
    return { page: name, language, seller, ...nothing };
  }
  const { words, title, language: shown } = wordsOf(found, language);
  return {
    ...{ page: name, version, effective_at: found.effectiveAt.toISOString(), is_old: version !== inForce },
    ...{ language: shown, title, blocks: words, seller },
  };
}

/** The words in that language, else in English, else in any; their title too, where they have none of their own language. */
function wordsOf(
  { titles, bodies }: { titles: ByLanguage<string>; bodies: ByLanguage<string> },
  language: Language,
): { language: Language; title: string | null; words: DocumentBlock[] } {
  const written = Object.fromEntries(languages.flatMap((each) => (bodies[each]?.trim() ? [[each, each]] : [])));
  const shown = inLanguageOf<Language>(written, language) ?? language;
  return {
    language: shown,
    title: titles[shown] ?? inLanguageOf(titles, language) ?? null,
    words: readBlocks(bodies[shown] ?? ''),
  };
}

async function requireDraft(db: Db, name: string): Promise<DraftRow> {
  const [row] = await selectDrafts(db, name);
  if (!row) throw notFound('page_not_found', 'There is no such page');
  return row;
}

const knownOf = ({ name, footer, versions }: DraftRow): KnownDocument => ({
  name,
  footer,
  versions: versions.map(({ version, effectiveAt, titles }) => ({
    version,
    effective_at: effectiveAt.toISOString(),
    titles,
  })),
});

/** Writes what every page of the site must know of these, where each process reads it: the settings. */
async function tellPages(tx: Db, now: Date): Promise<void> {
  const documents = (await selectDrafts(tx, null)).map((row): KnownDocument => {
    const known = knownOf(row);
    const inForce = versionInForce(known, now);
    const isWanted = (version: KnownDocument['versions'][number]) =>
      version.version === inForce?.version || Date.parse(version.effective_at) > now.getTime();
    return { ...known, versions: known.versions.filter(isWanted) };
  });
  await storeSettings(tx, { documents });
}

function presentDraft(row: DraftRow, now: Date): DraftOnWire {
  const draft = {
    page: row.name,
    ...{ titles: row.titles, bodies: row.bodies, footer: row.footer, order: row.place },
    versions: row.versions.map(({ version, effectiveAt, publishedAt }) => ({
      version,
      effective_at: effectiveAt.toISOString(),
      published_at: publishedAt.toISOString(),
    })),
    in_force: versionInForce(knownOf(row), now)?.version ?? null,
  };
  return { ...draft, etag: etagOf(draft) };
}
