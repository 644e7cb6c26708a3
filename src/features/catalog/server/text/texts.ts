import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Db, type DbPool, withTransaction } from '../../../../server/database/db.ts';
import { AppError, notFound, wrongFields } from '../../../../server/http/errors.ts';
import { type Maker, writeAudit } from '../../../studio/server/audit.ts';
import type { Staff } from '../../../studio/server/studio-api.ts';
import { etagOf } from '../../../studio/server/versions.ts';
import { readingSeconds } from '../../reading-time.ts';
import { partsOf, type StoredBlock } from '../../text/blocks.ts';
import { readMarkdown } from '../../text/read-markdown.ts';
import { createCounter } from '../../text/text-counts.ts';
import { writeMarkdown } from '../../text/write-markdown.ts';
import { lockBookForDates } from '../dates/dates-queries.ts';
import { readMoment, settleBooks } from '../dates/settle-queries.ts';
import { requireCurrent } from '../editing/versions.ts';
import { keepPlaces, type MovePlaces } from '../imports/moved-places.ts';
import { differingLines } from './differing-lines.ts';
import {
  deleteDraft,
  findTextEdition,
  findTextMoment,
  findTextVersion,
  listDrafts,
  listTextVersions,
  putText,
  signText,
  type TextEdition,
  type TextPlace,
  type TextVersion,
} from './text-edition-queries.ts';

const mostBlocks = 100_000;

/** A novel's chapter in a language, with or without a text; rejects with 404, and with 409 for a comic. */
export async function readTextEdition(db: Db, place: TextPlace): Promise<TextEdition> {
  const edition = await findTextEdition(db, place);
  if (!edition) throw notFound('chapter_not_found', 'There is no such chapter');
  if (edition.kind !== 'novel') throw new AppError(409, 'kind_differs', 'Only novels have texts');
  return edition;
}

/** A text with its version, its counts, and the others who have a draft of it. */
export async function presentText(db: Db, edition: TextEdition, staff: Pick<Staff, 'userId'>) {
  const { blocks } = edition;
  const markdown = blocks && writeMarkdown(blocks);
  const drafts = await listDrafts(db, edition);
  const own = drafts.find(({ userId }) => userId === staff.userId);
  const others = drafts.filter((draft) => draft !== own);
  const result = {
    markdown,
    ...(await countText(blocks ?? [], edition)),
    draft_saved_at: own?.savedAt.toISOString() ?? null,
    drafts: others.map(({ userId, username, savedAt }) => {
      return { user: { uuid: userId, username }, saved_at: savedAt.toISOString() };
    }),
  };
  return { result, etag: etagOfText(edition, markdown) };
}

function etagOfText({ chapterId, language }: TextPlace, markdown: string | null): string {
  return etagOf([chapterId, language, markdown]);
}

const blocksAtOnce = 200;

/** Counts words and characters; between parts of a long text others get their turn. */
async function countText(blocks: readonly StoredBlock[], { language }: Pick<TextPlace, 'language'>) {
  const count = createCounter(language);
  const sum = { words: 0, characters: 0 };
  for (let from = 0; from < blocks.length; from += blocksAtOnce) {
    const { words, characters } = count(blocks.slice(from, from + blocksAtOnce));
    sum.words += words;
    sum.characters += characters;
    if (from + blocksAtOnce < blocks.length) await setImmediate();
  }
  return sum;
}

interface TextChange extends TextPlace {
  staff: Staff;
  by: Maker;
  ifMatch: string | undefined;
}

export interface TextsDeps {
  db: DbPool;
  movePlaces: MovePlaces;
  refresh(): Promise<void>;
}

/**
 * Makes this Markdown the text of a chapter in a language, by hand, so that imports leave it alone. The editor's own draft is
 * gone then. The same text again changes nothing. Rejects with 400, 404, 409, 412 and 428.
 */
export function writeText(deps: TextsDeps, change: TextChange, markdown: string): Promise<TextEdition> {
  return changeText(deps, change, ({ blocks: old }) => {
    if (old && writeMarkdown(old) === markdown) return old;
    return readTextOf(markdown, old ?? []);
  });
}

/** Reads Markdown over the blocks whose pictures it may name; rejects with 400 where it has no words, or too many blocks. */
export function readTextOf(markdown: string, former: readonly StoredBlock[]): StoredBlock[] {
  const blocks = readMarkdown(markdown, partsOf(former));
  if (blocks.length === 0) throw wrongFields([{ path: 'markdown', code: 'empty', message: 'must not be empty' }]);
  if (blocks.length > mostBlocks)
    throw wrongFields([{ path: 'markdown', code: 'too_long', message: `must have at most ${mostBlocks} paragraphs` }]);
  return blocks;
}

/** Brings a version of a text back, as `writeText` writes one. */
export function restoreText(deps: TextsDeps, change: TextChange, version: number): Promise<TextEdition> {
  return changeText(deps, change, async (edition, tx) => (await readVersion(tx, edition, version)).blocks);
}

async function changeText(
  { db, refresh, movePlaces }: TextsDeps,
  change: TextChange,
  nextOf: (edition: TextEdition, tx: Db) => StoredBlock[] | Promise<StoredBlock[]>,
): Promise<TextEdition> {
  const { staff, by, ifMatch } = change;
  const after = await withTransaction(db, async (tx) => {
    await lockBookForDates(tx, (await readTextEdition(tx, change)).bookId);
    const edition = await readTextEdition(tx, change);
    // What is no text, and a version that there is not, are refused before the version of the caller.
    const blocks = await nextOf(edition, tx);
    await requireCurrentText(tx, edition, { staff, ifMatch });
    await storeText(tx, edition, { by, blocks });
    const text = { chapterId: edition.chapterId, before: edition.blocks, after: blocks };
    await keepPlaces(tx, { bookId: edition.bookId, texts: [text], movePlaces });
    await deleteDraft(tx, { ...change, userId: staff.userId });
    return readTextEdition(tx, change);
  });
  await refresh();
  return after;
}

async function requireCurrentText(
  tx: Db,
  edition: TextEdition,
  { staff, ifMatch }: Pick<TextChange, 'staff' | 'ifMatch'>,
): Promise<void> {
  const { etag, result } = await presentText(tx, edition, staff);
  await requireCurrent(tx, ifMatch, { target: { kind: 'chapter', id: edition.chapterId }, etag, current: result });
}

/** Stores a text by hand, in the caller's transaction, which has locked its book. */
async function storeText(
  tx: Db,
  edition: TextEdition,
  { by, blocks }: { by: Maker; blocks: StoredBlock[] },
): Promise<void> {
  const { chapterId, language, title } = edition;
  const [before, after] = [edition.blocks && writeMarkdown(edition.blocks), writeMarkdown(blocks)];
  if (before === after || isDeepStrictEqual(edition.blocks, blocks)) return;
  await storeNewText(tx, { chapterId, language, title, blocks, by });
  await settleBooks(tx, [edition.bookId], await readMoment(tx));
  const field = `text.${language}`;
  const changed = differingLines(before ?? '', after);
  const target = { kind: 'chapter' as const, id: chapterId, name: title };
  await writeAudit(tx, {
    ...{ by, action: 'chapter.text', target },
    before: { [field]: before === null ? null : changed.before },
    after: { [field]: changed.after },
  });
}

/** Writes the rows of a text by hand, without what follows from them. */
export async function storeNewText(
  tx: Db,
  given: TextPlace & { title: string; blocks: StoredBlock[]; by: Maker },
): Promise<void> {
  const { chapterId, language, blocks, by } = given;
  await putText(tx, { ...given, readingSeconds: readingSeconds({ blocks, pages: [] }) });
  const { words } = await countText(blocks, given);
  await signText(tx, { chapterId, language, words, by: 'studio', user: by.kind === 'studio' ? by.user : null });
}

/** The last versions of a text, the newest first; a text that was never changed is its own first version. */
export async function listVersions(db: Db, edition: TextEdition) {
  const stored = await listTextVersions(db, edition);
  const versions = stored.length > 0 ? stored : await firstVersion(db, edition);
  const rows = [];
  for (const version of versions) {
    const words = version.words ?? (await countText(version.blocks ?? [], edition)).words;
    rows.push({ ...presentVersion(version), words });
  }
  return rows;
}

function presentVersion({ version, at, by, user }: TextVersion) {
  return { version, at: at.toISOString(), user, by };
}

async function firstVersion(db: Db, edition: TextEdition): Promise<TextVersion[]> {
  const { blocks } = edition;
  const at = blocks && (await findTextMoment(db, edition));
  return at ? [{ version: 1, at, by: 'import', user: null, words: null, blocks }] : [];
}

/** The words of one version of a text; rejects with 404. */
export async function readVersion(
  db: Db,
  edition: TextEdition,
  version: number,
): Promise<TextVersion & { blocks: StoredBlock[] }> {
  const stored = await findTextVersion(db, { ...edition, version });
  const isFirst = version === 1 && (await listTextVersions(db, edition)).length === 0;
  const found = stored ?? (isFirst ? (await firstVersion(db, edition))[0] : undefined);
  if (!found?.blocks) throw notFound('version_not_found', 'There is no such version');
  return { ...found, blocks: found.blocks };
}

/** A version with its words as Markdown. */
export async function presentWholeVersion(db: Db, edition: TextEdition, version: number) {
  const found = await readVersion(db, edition, version);
  const { words } = await countText(found.blocks, edition);
  return { ...presentVersion(found), words, markdown: writeMarkdown(found.blocks) };
}
