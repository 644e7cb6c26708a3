import { isDeepStrictEqual } from 'node:util';
import type { Language } from '../../../../shared/languages.ts';
import { paragraphSums, sourceOfPage } from './chapter-identity.ts';
import type { ChapterPlan, PlannedChapter, PlannedEdition } from './chapter-plan.ts';
import type {
  ContentChange,
  FactValue,
  FieldChange,
  ImportedPlace,
  ImportResult,
  RemovedChapter,
  StoredBlock,
} from './imported.ts';
import {
  type BookRow,
  blocksOf,
  type ChapterEditionRow,
  type Current,
  type EditionRow,
  pagesOf,
  type SourceOf,
  slot,
} from './queries.ts';

/** Describes what becomes of a book and its chapters; `state` says whether anything changes. */
export function describeImport(given: {
  current: Current;
  book: BookRow;
  editions: readonly EditionRow[];
  chapters: ChapterPlan;
  sourceOf: SourceOf;
}): Pick<ImportResult, 'state' | 'chapters' | 'pagesRemoved' | 'changes' | 'order' | 'removed'> {
  const { current, book, chapters: plan, sourceOf } = given;
  const original = book.original_language;
  const order = describeOrder(plan, { current, original, sourceOf });
  const changes = bookChanges(given, current, sourceOf);
  const removed = describeRemoved(plan, current, original);
  const inState = (state: ImportedPlace['state']) => order.filter((place) => place.state === state).length;
  const chapters = {
    added: inState('added'),
    changed: inState('changed'),
    removed: removed.length,
    total: order.length,
  };
  const isRenumbered = order.some(({ from, number }) => from !== null && from !== number);
  const isChanged = isRenumbered || changes.length + chapters.removed + chapters.added + chapters.changed > 0;
  return {
    state: !current.book ? 'created' : isChanged ? 'updated' : 'unchanged',
    chapters,
    pagesRemoved: order.flatMap(({ contents }) => contents.flatMap(({ pages }) => pages.removed)).length,
    changes,
    order,
    removed,
  };
}

/** The facts of a book that readers or the operator can see and that differ; not how the site stores them. */
function bookChanges(
  next: { book: BookRow; editions: readonly EditionRow[] },
  current: Current,
  sourceOf: SourceOf,
): FieldChange[] {
  const old = current.book;
  if (!old) return [];
  const { book } = next;
  const fields: [string, FactValue, FactValue][] = [
    ['kind', old.kind, book.kind],
    ['original_language', old.original_language, book.original_language],
    ['author', old.author, book.author],
    ['aliases', [...old.aliases], [...book.aliases]],
    ['status', old.status, book.status],
    ['rating', old.rating, book.rating],
    ['layout', old.layout, book.layout],
    ['reading_direction', old.reading_direction, book.reading_direction],
    ['licence', old.licence, book.licence],
    ['attribution', old.attribution, book.attribution],
    ['public_free_chapters', old.public_free_chapters, book.public_free_chapters],
    ['early_access_days', old.early_access_days, book.early_access_days],
    ['show_schedule', old.show_schedule, book.show_schedule],
    ['preview', old.preview, book.preview],
    ['downloads', old.downloads, book.downloads],
    ['recommended', old.recommended, book.recommended],
    ['tags', old.tags, book.tags],
  ];
  const before = new Map(current.editions.map((edition) => [edition.language, edition]));
  const after = new Map(next.editions.map((edition) => [edition.language, edition]));
  for (const language of new Set([...before.keys(), ...after.keys()])) {
    const [from, to] = [before.get(language), after.get(language)];
    fields.push([`titles.${language}`, from?.title ?? null, to?.title ?? null]);
    fields.push([`introductions.${language}`, from?.introduction || null, to?.introduction || null]);
    fields.push([`text_languages.${language}`, from?.text_language ?? null, to?.text_language ?? null]);
    fields.push([`covers.${language}`, coverOf(from, sourceOf), coverOf(to, sourceOf)]);
  }
  return differing(fields);
}

function differing(fields: readonly [string, FactValue, FactValue][]): FieldChange[] {
  return fields.flatMap(([field, from, to]) => (isDeepStrictEqual(from, to) ? [] : [{ field, from, to }]));
}

function coverOf(edition: { cover_image_id: string | null } | undefined, sourceOf: SourceOf): string | null {
  return edition?.cover_image_id ? sourceOf(edition.cover_image_id) : null;
}

/** All chapters in the readers' order, with what becomes of each. */
function describeOrder(
  plan: ChapterPlan,
  context: { current: Current; original: Language; sourceOf: SourceOf },
): ImportedPlace[] {
  const titlesOf = publishedTitles(context.current);
  return plan.all.map((chapter): ImportedPlace => {
    const { row, before, given } = chapter;
    const titles = new Map([
      ...(titlesOf.get(row.id) ?? []),
      ...chapter.editions.map(({ next }) => [next.language, next.title] as const),
    ]);
    for (const { language } of chapter.goneEditions) titles.delete(language);
    const changes = before ? chapterChanges(chapter, context.sourceOf) : [];
    const contents = chapter.editions.flatMap((edition) => contentChange(edition, context.sourceOf) ?? []);
    const isChanged = changes.length + contents.length > 0;
    return {
      chapterId: before?.id ?? null,
      givenKey: given?.sourceKey ?? null,
      sourceKey: row.source_key,
      number: row.place,
      from: before?.place ?? null,
      title: titles.get(context.original) ?? [...titles.values()][0] ?? '',
      languages: [...titles.keys()],
      pageKeys: new Map(chapter.editions.map(({ next, pages }) => [next.language, keysOf(pages)])),
      state: before ? (isChanged ? 'changed' : 'unchanged') : 'added',
      changes,
      contents,
      kept: chapter.kept,
    };
  });
}

function keysOf(pages: PlannedEdition['pages']): string[] {
  return pagesOf(pages).map(({ sourceKey }) => sourceKey);
}

function describeRemoved(plan: ChapterPlan, current: Current, original: Language): RemovedChapter[] {
  const titlesOf = publishedTitles(current);
  return plan.gone.map(({ id, place }) => {
    const titles = titlesOf.get(id) ?? new Map<Language, string>();
    const languages = [...titles.keys()];
    const pages = languages.map((language) => pagesOf(current.pages.get(slot(id, language)) ?? []).length);
    return {
      chapterId: id,
      number: place,
      title: titles.get(original) ?? [...titles.values()][0] ?? '',
      languages,
      pages: Math.max(0, ...pages),
    };
  });
}

function publishedTitles(current: Current): Map<string, Map<Language, string>> {
  const titles = new Map<string, Map<Language, string>>();
  for (const row of current.chapterEditions.values()) {
    const known = titles.get(row.chapter_id) ?? new Map<Language, string>();
    titles.set(row.chapter_id, known.set(row.language, row.title));
  }
  return titles;
}

function chapterChanges({ row, before, editions, goneEditions }: PlannedChapter, sourceOf: SourceOf): FieldChange[] {
  const fields: [string, FactValue, FactValue][] = [
    ['created_at', before?.created_at.toISOString() ?? null, row.created_at.toISOString()],
    ['access', before?.access ?? null, row.access],
    ['free_at', before?.free_at?.toISOString() ?? null, row.free_at?.toISOString() ?? null],
    ['season', before?.season ?? null, row.season],
    ['label', before?.label ?? null, row.label],
  ];
  for (const edition of editions) {
    const { language } = edition.next;
    fields.push([`titles.${language}`, edition.before?.title ?? null, edition.next.title]);
    fields.push([`covers.${language}`, coverOf(edition.before, sourceOf), coverOf(edition.next, sourceOf)]);
    if (edition.before?.has_content)
      fields.push([`published_at.${language}`, writtenDate(edition.before), writtenDate(edition.next)]);
  }
  for (const gone of goneEditions) fields.push([`titles.${gone.language}`, gone.title, null]);
  return differing(fields);
}

function writtenDate({ published_at }: ChapterEditionRow): string | null {
  return published_at?.toISOString() ?? null;
}

/** Compares the pages or the text of an edition; null where nothing changes. */
function contentChange({ before, next, oldPages, pages }: PlannedEdition, sourceOf: SourceOf): ContentChange | null {
  const text = textChange(before, next, sourceOf);
  const isText = next.blocks !== null;
  const changed = isText ? noPages : pageChange({ before: pagesOf(oldPages), after: pagesOf(pages), sourceOf });
  const isSame = text === null && changed.added.length + changed.replaced.length + changed.removed.length === 0;
  return isSame && !changed.isReordered
    ? null
    : {
        language: next.language,
        pages: { added: changed.added, replaced: changed.replaced, removed: changed.removed },
        text,
      };
}

type PageChange = ContentChange['pages'] & { isReordered: boolean };
const noPages: PageChange = { added: [], replaced: [], removed: [], isReordered: false };

type Pages = readonly { sourceKey: string; imageIds: string[] }[];

/** Compares pages by their pictures first: a page that was only renumbered is neither new nor gone. */
function pageChange({ before, after, sourceOf }: { before: Pages; after: Pages; sourceOf: SourceOf }): PageChange {
  const sources = (pages: Pages) => pages.map((page) => sourceOfPage(page, sourceOf));
  const [old, next] = [sources(before), sources(after)];
  const fresh = unmatched(after, next, old);
  const lost = new Map(unmatched(before, old, next).map((page) => [page.sourceKey, page]));
  const replaced = fresh.filter(({ sourceKey }) => lost.delete(sourceKey)).map(({ sourceKey }) => sourceKey);
  const isReplaced = new Set(replaced);
  const added = fresh.map(({ sourceKey }) => sourceKey).filter((key) => !isReplaced.has(key));
  const removed = [...lost.keys()];
  return { added, replaced, removed, isReordered: !isDeepStrictEqual(old, next) };
}

/**
 * The items that have no counterpart among the others; `sums` has the sum of each. Of three equal items against two,
 * one is left.
 */
function unmatched<Item>(items: readonly Item[], sums: readonly string[], others: readonly string[]): Item[] {
  const times = new Map<string, number>();
  for (const sum of others) times.set(sum, (times.get(sum) ?? 0) + 1);
  return items.filter((_item, index) => {
    const source = sums[index] ?? '';
    const left = times.get(source) ?? 0;
    times.set(source, left - 1);
    return left <= 0;
  });
}

function textChange(
  before: ChapterEditionRow | undefined,
  next: ChapterEditionRow,
  sourceOf: SourceOf,
): ContentChange['text'] {
  const [old, fresh] = [before ? blocksOf(before) : null, blocksOf(next)];
  if (isDeepStrictEqual(old, fresh)) return null;
  const [from, to] = [paragraphSums(old ?? [], sourceOf), paragraphSums(fresh ?? [], sourceOf)];
  const [fromSums, toSums] = [from.map(({ sum }) => sum), to.map(({ sum }) => sum)];
  const [added, removed] = [unmatched(to, toSums, fromSums), unmatched(from, fromSums, toSums)];
  if (added.length + removed.length === 0 && isSameText(old, fresh, sourceOf)) return null;
  return { added: added.length, removed: removed.length, before: beginningOf(removed), after: beginningOf(added) };
}

const mostLetters = 200;

/** The words of paragraphs, as many as somebody reads to see what they are. */
function beginningOf(paragraphs: readonly { words: string }[]): string {
  const letters = [
    ...paragraphs
      .flatMap(({ words }) => words || [])
      .join(' ¶ ')
      .slice(0, 2 * mostLetters),
  ];
  return letters.length > mostLetters ? `${letters.slice(0, mostLetters).join('')}…` : letters.join('');
}

/** Whether two texts differ only in the ids of pictures that were made from the same files. */
function isSameText(a: readonly StoredBlock[] | null, b: readonly StoredBlock[] | null, sourceOf: SourceOf): boolean {
  const bySource = (blocks: readonly StoredBlock[] | null) =>
    blocks?.map((block) => (block.type === 'img' ? { ...block, imageId: sourceOf(block.imageId) } : block));
  return isDeepStrictEqual(bySource(a), bySource(b));
}
