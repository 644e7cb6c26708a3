import { isDeepStrictEqual } from 'node:util';
import type { Db } from '../../../../server/database/db.ts';
import { AppError, invalidField, notFound } from '../../../../server/http/errors.ts';
import { isLanguage, type Language, languages } from '../../../../shared/languages.ts';
import { type Maker, writeAudit } from '../../../studio/server/audit.ts';
import type { BookPatch, StudioBook } from '../../studio-contract.ts';
import { readMoment, settleBooks } from '../dates/settle-queries.ts';
import { writeSearchRow } from '../imports/write-queries.ts';
import { searchRowOf } from '../search/search-row.ts';
import {
  deleteEdition,
  type EditedBook,
  findEditedBook,
  hasChapters,
  insertBook,
  isPlainColumn,
  listFilledLanguages,
  putTitle,
  setCover,
  setIntroduction,
  updateBook,
} from './book-queries.ts';

/** The book as its editors see it; rejects with 404. `isLocked`: nobody else changes it until the transaction ends. */
export async function readEditedBook(db: Db, id: string, options: { isLocked?: boolean } = {}): Promise<EditedBook> {
  const book = await findEditedBook(db, id, options);
  if (!book) throw notFound('book_not_found', 'There is no such book');
  return book;
}

export const stateOf = (book: { hidden: boolean; hiddenByOperator: boolean }): StudioBook['state'] =>
  book.hiddenByOperator ? 'hidden' : book.hidden ? 'draft' : 'shown';

export function presentEditedBook(book: EditedBook): StudioBook {
  const ofEditions = (read: (edition: EditedBook['editions'][number]) => string) =>
    Object.fromEntries(book.editions.flatMap((edition) => (read(edition) ? [[edition.language, read(edition)]] : [])));
  return {
    book_uuid: book.id,
    kind: book.kind,
    original_language: book.originalLanguage,
    titles: ofEditions(({ title }) => title),
    introductions: ofEditions(({ introduction }) => introduction),
    covers: Object.fromEntries(
      languages.flatMap((language) => {
        const cover = coverIn(book, language);
        return cover?.coverImageId ? [[language, { image_uuid: cover.coverImageId, crop: cover.crop }]] : [];
      }),
    ),
    aliases: book.aliases,
    author: book.author,
    tags: book.tags,
    layout: book.layout,
    reading_direction: book.readingDirection,
    status: book.status,
    rating: book.rating,
    licence: book.licence,
    attribution: book.attribution,
    hidden: book.hiddenByOperator,
    state: stateOf(book),
    public_free_chapters: book.publicFreeChapters,
    default_free_chapters: book.defaultFreeChapters,
    early_access_days: book.earlyAccessDays,
    show_schedule: book.showSchedule,
    preview: book.preview ?? (book.kind === 'comic' ? 'blur' : 'none'),
    downloads: book.downloads,
    edited: book.edited,
    warnings: warningsOf(book),
  };
}

/** The cover in a language; one that has no title yet has that of the original, where that was made for all languages. */
function coverIn({ editions, edited, originalLanguage }: EditedBook, language: Language) {
  const own = editions.find((edition) => edition.language === language);
  if (own || !edited.includes(`covers.${language}`)) return own;
  return editions.find((edition) => edition.language === originalLanguage);
}

/** What makes a version of a book: all but its state, which changes by time alone, and the site's own number. */
export function versionOf({ state: _state, default_free_chapters: _site, ...fields }: StudioBook): object {
  return fields;
}

/** A licence that is given under the condition that the maker is named. */
const asksForName = /\bCC[ -]BY\b|attribution/i;

function warningsOf({ licence, attribution }: EditedBook): StudioBook['warnings'] {
  if (!asksForName.test(licence) || attribution !== '') return [];
  const message = 'The licence asks for the name of its maker';
  return [{ field: 'attribution', code: 'attribution_missing', message }];
}

/** The titles or introductions of a patch, by language; null takes one away. */
function wordsIn(map: BookPatch['titles']): [Language, string | null][] {
  return Object.entries(map ?? {}).flatMap(([language, text]) =>
    isLanguage(language) && text !== undefined ? [[language, text]] : [],
  );
}

/**
 * Changes fields of a book by hand, in the caller's transaction, which has locked the book. The changed fields are noted,
 * so that imports leave it alone; `follow` gives fields back to them. Rejects with 400 where a value does not fit the
 * book, and nothing of the patch is saved; with 409 where a book with chapters would get another kind.
 */
export async function patchBook(
  tx: Db,
  { by, book, patch }: { by: Maker; book: EditedBook; patch: BookPatch },
): Promise<EditedBook> {
  const { titles, introductions, hidden, follow = [], ...plain } = patch;
  await requireFitting(tx, book, patch);
  const before = presentEditedBook(book);
  const columns = Object.fromEntries(
    Object.entries(plain).filter(([name, value]) => isPlainColumn(name) && value !== undefined),
  );
  const isChanged = (name: string, value: unknown) => !isDeepStrictEqual(before[name as keyof StudioBook], value); // `columns` has names of the answer only
  const editedNow = [
    ...Object.entries(columns).flatMap(([name, value]) => (isChanged(name, value) ? [name] : [])),
    ...wordsIn(titles).flatMap(([language, text]) =>
      (before.titles[language] ?? null) === text ? [] : [`titles.${language}`],
    ),
    ...wordsIn(introductions).flatMap(([language, text]) =>
      (before.introductions[language] ?? '') === (text ?? '') ? [] : [`introductions.${language}`],
    ),
  ];
  const isGivenBack = new Set(follow);
  const edited = [...new Set([...book.edited.filter((name) => !isGivenBack.has(name)), ...editedNow])].sort();
  for (const [language, text] of wordsIn(titles)) {
    if (text === null) await deleteEdition(tx, book.id, language);
    else {
      await putTitle(tx, { bookId: book.id, language, title: text });
      await giveCover(tx, book, language);
    }
  }
  for (const [language, text] of wordsIn(introductions))
    await setIntroduction(tx, { bookId: book.id, language, text: text ?? '' });
  await updateBook(tx, book.id, {
    columns: { ...columns, ...(hidden !== undefined && { hidden_by_operator: hidden }) },
    edited,
  });
  await settleBooks(tx, [book.id], await readMoment(tx));
  const after = await readEditedBook(tx, book.id);
  await writeSearchOf(tx, after);
  await auditChange(tx, { by, before, after: presentEditedBook(after), id: book.id });
  return after;
}

/** Gives a language that has its title since this moment the cover that was made for all of them. */
async function giveCover(tx: Db, book: EditedBook, language: Language): Promise<void> {
  const cover = coverIn(book, language);
  if (!cover || cover.language === language) return;
  const { coverImageId: imageId, wholeCoverId: wholeId, crop } = cover;
  await setCover(tx, { bookId: book.id, language, imageId, wholeId, crop });
}

async function auditChange(
  tx: Db,
  { by, before, after, id }: { by: Maker; before: StudioBook; after: StudioBook; id: string },
): Promise<void> {
  const flat = ({
    titles,
    introductions,
    covers: _c,
    warnings: _w,
    state: _s,
    book_uuid: _id,
    default_free_chapters: _site,
    ...fields
  }: StudioBook) => ({
    ...fields,
    ...named('titles', titles),
    ...named('introductions', introductions),
  });
  if (isDeepStrictEqual(flat(before), flat(after))) return;
  const target = { kind: 'book' as const, id, name: titleOf(after) };
  await writeAudit(tx, { by, action: 'book.edit', target, before: flat(before), after: flat(after) });
}

const named = (name: string, map: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(map).map(([language, text]) => [`${name}.${language}`, text]));

export const titleOf = ({ titles, original_language: original }: Pick<StudioBook, 'titles' | 'original_language'>) =>
  titles[original] ?? Object.values(titles)[0] ?? '';

async function requireFitting(tx: Db, book: EditedBook, patch: BookPatch): Promise<void> {
  const kind = patch.kind ?? book.kind;
  if (patch.preview === (kind === 'comic' ? 'words' : 'blur'))
    throw invalidField('preview', `A ${kind} has no such preview`);
  const titles = new Map<string, string | null>(book.editions.map(({ language, title }) => [language, title]));
  for (const [language, title] of wordsIn(patch.titles)) titles.set(language, title);
  const original = patch.original_language ?? book.originalLanguage;
  if (!titles.get(original)) throw invalidField('original_language', 'The original language needs a title');
  const filled = await listFilledLanguages(tx, book.id);
  for (const [language, title] of wordsIn(patch.titles))
    if (title === null && filled.includes(language))
      throw invalidField(`titles.${language}`, 'Chapters in this language need the title');
  for (const [language, text] of wordsIn(patch.introductions))
    if (text && !titles.get(language)) throw invalidField(`introductions.${language}`, 'This language has no title');
  if (kind !== book.kind && (await hasChapters(tx, book.id)))
    throw new AppError(409, 'book_has_chapters', 'A book with chapters keeps its kind');
}

/** A book is found by its words: they follow its change. */
async function writeSearchOf(tx: Db, book: EditedBook): Promise<void> {
  await writeSearchRow(tx, book.id, searchRowOf(book));
}

/** Makes an empty draft; rejects with 400 without a title in its original language. */
export async function makeBook(
  tx: Db,
  given: { by: Maker; kind: 'comic' | 'novel'; originalLanguage: Language; titles: Partial<Record<Language, string>> },
): Promise<EditedBook> {
  const { by, kind, originalLanguage } = given;
  const titles = Object.entries(given.titles).map(([language, title]) => ({ language, title }));
  if (!given.titles[originalLanguage])
    throw invalidField(`titles.${originalLanguage}`, 'The original language needs a title');
  const id = await insertBook(tx, { kind, originalLanguage, titles });
  const book = await readEditedBook(tx, id);
  // The titles count as edited by hand: an import that fills the book must not rename it.
  await updateBook(tx, id, { columns: {}, edited: titles.map(({ language }) => `titles.${language}`).sort() });
  await writeSearchOf(tx, book);
  const made = await readEditedBook(tx, id);
  const target = { kind: 'book' as const, id, name: given.titles[originalLanguage] ?? '' };
  await writeAudit(tx, { by, action: 'book.make', target, after: { kind, original_language: originalLanguage } });
  return made;
}
