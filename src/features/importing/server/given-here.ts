import { displayText } from '../../../shared/text.ts';
import { findImportTarget, listChapterTitles } from '../../catalog/server/imports.ts';
import { readWholePages } from '../../catalog/server/whole-book.ts';
import { findFileHashes } from '../../media/server/sources.ts';
import type { BookPlan, ChapterPlan } from '../plan/book-plan.ts';
import type { ArchiveFile, UnreadFile } from '../plan/source.ts';
import type { Picture, PlacedFile, Run, StoredContent } from './pictures.ts';

/**
 * The plan of archives that this site has given itself, as what they are here: their names say no more than the site
 * knows, and the day of a chapter less.
 */
export async function asGivenHere(plan: BookPlan, { db }: Pick<Run, 'db'>): Promise<BookPlan> {
  const given = plan.chapters.map(chapterGiven);
  const { bookId } = given.find((each) => each !== null) ?? {};
  if (bookId === undefined || plan.isAimed || plan.fields.id !== undefined || plan.fields.title !== undefined)
    return plan;
  const target = await findImportTarget(db, bookId);
  const known = given.flatMap((each) => (each && target?.keys.has(each.chapterId) ? each.chapterId : []));
  if (!target || target.kind !== plan.kind || known.length === 0) return plan;
  const titles = await listChapterTitles(db, known);
  const chapters = plan.chapters.map((chapter, index): ChapterPlan => {
    const id = given[index]?.chapterId ?? '';
    const key = target.keys.get(id);
    if (key === undefined) return chapter;
    const editions = chapter.editions.map((edition) => {
      const title = titles.get(`${id} ${edition.language}`);
      const said = edition.content?.type === 'archive' ? infoOf(edition.content.file)?.title : null;
      const isOwn = said === null || edition.title === displayText(title ?? '').trim();
      return title !== undefined && isOwn ? { ...edition, title } : edition;
    });
    return { ...chapter, key, createdAt: null, printed: {}, editions };
  });
  const { author = null, tags = null, readingDirection = null } = plan.fields;
  return {
    ...plan,
    ...{ sourceKey: target.sourceKey, formerKeys: [], author, tags, readingDirection },
    editions: plan.editions.map((edition) => ({
      ...edition,
      title: target.titles.get(edition.language) ?? edition.title,
      introduction: plan.fields.introduction === undefined ? null : edition.introduction,
    })),
    chapters: inKnownOrder(inOne(chapters), [...target.keys.values()]),
  };
}

/** Files of one chapter in several languages, which their numbers alone may not have brought together. */
function inOne(chapters: readonly ChapterPlan[]): ChapterPlan[] {
  const byKey = new Map<string, ChapterPlan>();
  for (const chapter of chapters) {
    const known = byKey.get(chapter.key);
    byKey.set(chapter.key, known ? { ...known, editions: [...known.editions, ...chapter.editions] } : chapter);
  }
  return [...byKey.values()];
}

/** The chapters with those of these keys in the order of the keys. */
function inKnownOrder(chapters: readonly ChapterPlan[], keys: readonly string[]): ChapterPlan[] {
  const places = new Map(keys.map((key, place) => [key, place]));
  const placeOf = ({ key }: ChapterPlan) => places.get(key) ?? 0;
  const known = chapters.filter(({ key }) => places.has(key)).sort((a, b) => placeOf(a) - placeOf(b));
  return chapters.map((chapter) => (places.has(chapter.key) ? (known.shift() ?? chapter) : chapter));
}

const infoOf = (file: ArchiveFile | UnreadFile<'archive'>) => (file.fault === undefined ? file.comicInfo : null);

/** The one chapter that all archives of a planned one are. */
function chapterGiven({ editions }: ChapterPlan) {
  const files = editions.flatMap(({ content }) => (content?.type === 'archive' ? content.file : []));
  const given = files.map((file) => infoOf(file)?.given ?? null);
  const [first = null] = given;
  return given.every((each) => each?.chapterId === first?.chapterId) ? first : null;
}

/**
 * The chapter's pages as they are, where an archive has just them: as they once came, or as they were made for
 * programs, a tile of a strip as a page of its own. Null: something of it is another.
 */
export async function findSamePages(
  file: ArchiveFile,
  pictures: readonly (Pick<Picture, 'shownAs'> & { sourceHash: string })[],
  { db, media }: Pick<Run, 'db' | 'media'>,
): Promise<StoredContent | null> {
  const given = file.comicInfo?.given;
  const pages = given ? await readWholePages(db, given) : [];
  if (pages.length === 0) return null;
  const hashes = await findFileHashes(
    db,
    media,
    pages.flatMap(({ imageIds }) => imageIds),
  );
  const files: PlacedFile[] = [];
  for (const { name, imageIds } of pages) {
    const [first = ''] = imageIds;
    const next = pictures.slice(files.length, files.length + imageIds.length);
    const isWhole = next[0]?.sourceHash === hashes.get(first)?.source;
    const isMade = imageIds.every((id, index) => hashes.get(id)?.made.includes(next[index]?.sourceHash ?? ''));
    if (!isWhole && !isMade) return null;
    const taken = isWhole ? next.slice(0, 1) : next;
    files.push(...taken.map(({ shownAs }): PlacedFile => ({ path: shownAs, as: 'page', key: name })));
  }
  if (files.length !== pictures.length) return null;
  const imported = pages.map(({ name, imageIds }) => ({ sourceKey: name, imageIds }));
  return { imported: { pages: imported }, front: null, files };
}
