import type { Db } from '../../../../server/database/db.ts';
import { invalidField, notFound } from '../../../../server/http/errors.ts';
import { defaultLanguage, isLanguage, type Language } from '../../../../shared/languages.ts';
import { type Maker, writeAudit } from '../../../studio/server/audit.ts';
import type { StudioChapter } from '../../studio-contract.ts';
import { findDisorder } from '../dates/order.ts';
import {
  type DatedChapter,
  etagOf,
  findChapterDates,
  listChapterDates,
  outOfOrder,
  stateOf,
} from '../dates/publication.ts';
import { readMoment, settleBooks } from '../dates/settle-queries.ts';
import {
  type EditedFacts,
  listEditedFacts,
  noteOrder,
  putChapterTitle,
  updateFacts,
  updatePlaces,
} from './chapter-queries.ts';

/** A chapter with its dates and what its editors set. */
export type EditedChapter = DatedChapter & Pick<EditedFacts, 'titles' | 'createdAt' | 'season' | 'label' | 'edited'>;

/** A chapter that is not in the trash; rejects with 404. */
export async function readEditedChapter(db: Db, id: string): Promise<EditedChapter> {
  const [chapter, facts] = [await findChapterDates(db, id), await listEditedFacts(db, { ids: [id] })];
  return joined(chapter, facts);
}

/** The chapters of a book, all or those of `ids`, in their order; rejects with 404. */
export async function listEditedChapters(
  db: Db,
  bookId: string,
  ids: readonly string[] | null = null,
): Promise<EditedChapter[]> {
  const chapters = await listChapterDates(db, bookId, ids);
  const facts = await listEditedFacts(db, ids ? { ids } : { bookId });
  return chapters.map((chapter) => joined(chapter, facts));
}

function joined(chapter: DatedChapter, facts: ReadonlyMap<string, EditedFacts>): EditedChapter {
  const own = facts.get(chapter.id);
  if (!own) throw notFound('chapter_not_found', 'There is no such chapter');
  return { ...chapter, ...own };
}

/** A chapter for its editors; its title is that of a language, else of American English, else the original. */
export function presentEditedChapter(
  chapter: EditedChapter,
  now: Date,
  language: Language = defaultLanguage,
): StudioChapter {
  return {
    chapter_uuid: chapter.id,
    book_uuid: chapter.bookId,
    place: chapter.place,
    number: chapter.number,
    title: chapter.titles[language] ?? chapter.titles[defaultLanguage] ?? chapter.title,
    titles: chapter.titles,
    created_at: chapter.createdAt.toISOString(),
    season: chapter.season,
    label: chapter.label,
    access: chapter.access,
    free_at: chapter.freeAt?.toISOString() ?? null,
    editions: chapter.editions.map(({ language, publishedAt }) => ({
      language,
      state: stateOf(publishedAt, now),
      published_at: publishedAt?.toISOString() ?? null,
    })),
    edited: chapter.edited,
  };
}

export function presentInOrder(chapter: EditedChapter, now: Date) {
  return { ...presentEditedChapter(chapter, now), etag: etagOf(chapter) };
}

/** The fields of a chapter that are set by hand; what is absent stays. */
export interface ChapterPatch {
  titles?: Partial<Record<Language, string | null>> | undefined;
  createdAt?: Date | undefined;
  season?: number | null | undefined;
  label?: string | null | undefined;
  follow?: readonly string[] | undefined;
}

/**
 * Changes a chapter by hand, in the caller's transaction, which has locked its book. The changed fields are noted, so
 * that imports leave them alone. Rejects with 400 where content would lose its title.
 */
export async function patchChapter(
  tx: Db,
  { by, chapter, patch }: { by: Maker; chapter: EditedChapter; patch: ChapterPatch },
): Promise<void> {
  const titles = Object.entries(patch.titles ?? {}).filter(([language]) => isLanguage(language));
  const filled = new Set<string>(chapter.editions.map(({ language }) => language));
  for (const [language, title] of titles)
    if (title === null && filled.has(language)) throw invalidField(`titles.${language}`, 'A chapter needs its title');
  const next = {
    createdAt: patch.createdAt ?? chapter.createdAt,
    season: patch.season === undefined ? chapter.season : patch.season,
    label: patch.label === undefined ? chapter.label : patch.label,
  };
  const isNewDate = next.createdAt.getTime() !== chapter.createdAt.getTime();
  const before = fieldsOf(chapter, chapter.titles);
  const after = fieldsOf(next, { ...chapter.titles, ...patch.titles });
  const changed = Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name]);
  const isGivenBack = new Set(patch.follow);
  const edited = [...new Set([...chapter.edited.filter((name) => !isGivenBack.has(name)), ...changed])].sort();
  if (changed.length === 0 && edited.length === chapter.edited.length) return;
  for (const [language, title] of titles)
    await putChapterTitle(tx, { chapterId: chapter.id, language, title: title ?? null });
  await updateFacts(tx, { id: chapter.id, ...next, hasOwnDate: isNewDate, edited });
  await settle(tx, chapter.bookId);
  if (changed.length === 0) return;
  const target = { kind: 'chapter' as const, id: chapter.id, name: chapter.title };
  await writeAudit(tx, { by, action: 'chapter.edit', target, before, after });
}

function fieldsOf(
  { createdAt, season, label }: Pick<EditedFacts, 'createdAt' | 'season' | 'label'>,
  titles: Readonly<Record<string, string | null>>,
): Record<string, unknown> {
  const ofTitles = Object.entries(titles).flatMap(([language, title]) =>
    title === null ? [] : [[`titles.${language}`, title]],
  );
  return { created_at: createdAt.toISOString(), season, label, ...Object.fromEntries(ofTitles) };
}

async function settle(tx: Db, bookId: string): Promise<void> {
  await settleBooks(tx, [bookId], await readMoment(tx));
}

/**
 * Puts chapters of a book, in the order in which they are named, before another one or at the end. Rejects with 404 for
 * a chapter of another book, and with 409 where chapters would then open before those that stand before them.
 */
export async function moveChapters(
  tx: Db,
  given: {
    by: Maker;
    /** The book whose chapters move. */
    target: { kind: 'book'; id: string; name: string };
    chapters: readonly EditedChapter[];
    moved: readonly string[];
    before: string | null;
  },
): Promise<void> {
  const { by, target, chapters, moved, before } = given;
  const { id: bookId } = target;
  const known = new Map(chapters.map((chapter) => [chapter.id, chapter]));
  const isMoved = new Set(moved);
  if (moved.some((id) => !known.has(id)) || (before !== null && !known.has(before)))
    throw notFound('chapter_not_found', 'There is no such chapter');
  const staying = chapters.filter(({ id }) => !isMoved.has(id));
  const at = before === null ? staying.length : staying.findIndex(({ id }) => id === before);
  const inOrder = [...isMoved].flatMap((id) => known.get(id) ?? []);
  const after = [...staying.slice(0, at), ...inOrder, ...staying.slice(at)];
  if (after.every(({ id }, index) => id === chapters[index]?.id)) return;
  const now = await readMoment(tx);
  const wrongBefore = new Set(findDisorder(chapters, now).map(({ id }) => id));
  const wrong = findDisorder(after, now).filter(({ id }) => !wrongBefore.has(id));
  if (wrong.length > 0) throw outOfOrder(wrong);
  // The places of chapters in the trash stay reserved, for the day on which these come back.
  const places = chapters.map(({ place }) => place).sort((one, other) => one - other);
  await updatePlaces(
    tx,
    after.map(({ id }, index) => ({ id, place: places[index] ?? index + 1 })),
  );
  await noteOrder(tx, bookId);
  await settle(tx, bookId);
  const titlesIn = (list: readonly EditedChapter[]) => list.map(({ title }) => title);
  const first = Math.max(
    0,
    after.findIndex(({ id }, index) => id !== chapters[index]?.id),
  );
  const last = after.findLastIndex(({ id }, index) => id !== chapters[index]?.id) + 1;
  await writeAudit(tx, {
    ...{ by, action: 'book.order', target },
    before: { chapters: titlesIn(chapters.slice(first, last)) },
    after: { chapters: titlesIn(after.slice(first, last)) },
  });
}
