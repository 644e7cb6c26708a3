import { type Db, type DbPool, withTransaction } from '../../../../server/database/db.ts';
import { invalidField } from '../../../../server/http/errors.ts';
import { type Language, languages } from '../../../../shared/languages.ts';
import type { Picture } from '../../../../shared/wire.ts';
import { type Maker, writeAudit } from '../../../studio/server/audit.ts';
import type { CoverRow, Crop } from '../../studio-contract.ts';
import { type EditedBook, setCover, updateBook } from './book-queries.ts';
import { presentEditedBook, readEditedBook, titleOf } from './books.ts';
import type { HandPictures, SentFile } from './hand-pictures.ts';
import { findPageImage } from './page-queries.ts';

const all: Crop = { x: 0, y: 0, width: 1, height: 1 };

/** The picture that a cover is made of: a file, a page, or the one that it was made of before. */
export type CoverSource =
  | { file: SentFile }
  | { page: { chapterId: string; language: Language; page: number } }
  | 'as before';

interface CoversDeps {
  db: DbPool;
  handPictures: HandPictures;
  refresh(): Promise<void>;
}

/** A call about a cover; `requireCurrent` ends it unless it names the book's version. */
interface CoverCall {
  bookId: string;
  language: Language;
  by: Maker;
  requireCurrent(db: Db, options: { isLocked: boolean }): Promise<EditedBook>;
}

/** Makes the cover of a language by hand, so that imports leave it alone; rejects with 400, 404, 412 and 428. */
export async function makeCover(
  { db, handPictures: pictures, refresh }: CoversDeps,
  given: CoverCall & { source: CoverSource; crop: Crop | undefined; isForAll: boolean },
): Promise<EditedBook> {
  const { source, language, crop = all } = given;
  const file = typeof source === 'object' && 'file' in source ? source.file : null;
  if (file) await pictures.requireFile(file);
  const seen = editionOf(await given.requireCurrent(db, { isLocked: false }), language);
  const after = await pictures.whileStored(async () => {
    const from = file ? { file } : { imageId: await imageFor(db, given, seen.wholeCoverId) };
    const { imageId, wholeId } = await pictures.storeCover(from, crop);
    return withTransaction(db, async (tx) => {
      const book = await given.requireCurrent(tx, { isLocked: true });
      if (file) await pictures.spendFile(tx, file);
      return write(tx, given, { book, cover: { imageId, wholeId, crop } });
    });
  });
  if (file) await pictures.forgetFile(file);
  await refresh();
  return after;
}

/** Takes the cover of a language away by hand, so that imports bring none; rejects with 404, 412 and 428. */
export async function takeCoverAway({ db, refresh }: CoversDeps, given: CoverCall): Promise<EditedBook> {
  const after = await withTransaction(db, async (tx) => {
    const book = await given.requireCurrent(tx, { isLocked: true });
    editionOf(book, given.language);
    return write(tx, given, { book, cover: { imageId: null, wholeId: null, crop: null } });
  });
  await refresh();
  return after;
}

async function imageFor(
  db: Db,
  { bookId, source }: CoverCall & { source: CoverSource },
  wholeId: string | null,
): Promise<string> {
  if (source === 'as before') {
    if (wholeId === null) throw invalidField('upload', 'This cover was not made by hand: name a file or a page');
    return wholeId;
  }
  const imageId = 'page' in source ? await findPageImage(db, { bookId, ...source.page }) : null;
  if (imageId === null) throw invalidField('page', 'The book has no such page');
  return imageId;
}

function editionOf(book: EditedBook, language: Language): EditedBook['editions'][number] {
  const edition = book.editions.find((each) => each.language === language);
  if (!edition) throw invalidField('language', 'The book has no title in this language');
  return edition;
}

async function write(
  tx: Db,
  { by, language, isForAll = false }: CoverCall & { isForAll?: boolean },
  { book, cover }: { book: EditedBook; cover: { imageId: string | null; wholeId: string | null; crop: Crop | null } },
): Promise<EditedBook> {
  const editions = isForAll ? book.editions : [editionOf(book, language)];
  // A language without a title takes the cover with its title.
  const named = isForAll ? languages : [language];
  for (const edition of editions) await setCover(tx, { bookId: book.id, language: edition.language, ...cover });
  const fields = named.map((each) => `covers.${each}`);
  await updateBook(tx, book.id, { columns: {}, edited: [...new Set([...book.edited, ...fields])].sort() });
  const target = { kind: 'book' as const, id: book.id, name: titleOf(presentEditedBook(book)) };
  const told = (image: string | null, crop: Crop | null) => image && { image, crop };
  const each = (read: (edition: EditedBook['editions'][number]) => unknown) =>
    Object.fromEntries(editions.map((edition) => [`covers.${edition.language}`, read(edition)]));
  await writeAudit(tx, {
    ...{ by, action: 'book.cover', target },
    before: each(({ coverImageId, crop }) => told(coverImageId, crop)),
    after: each(() => told(cover.imageId, cover.crop)),
  });
  return readEditedBook(tx, book.id);
}

/** The covers of a book for its editors; `pictures` has all their images. */
export function presentCovers(book: EditedBook, pictures: ReadonlyMap<string, Picture>): CoverRow[] {
  const find = (id: string | null) => (id === null ? null : (pictures.get(id) ?? null));
  return book.editions.map(({ language, coverImageId, wholeCoverId, crop }) => {
    const [cover, whole] = [find(coverImageId), find(wholeCoverId)];
    return { language, cover, whole, whole_share: shareOf({ cover, whole, crop }), crop };
  });
}

/**
 * The share of a cover's picture that its `whole` image shows: that is cut at three times its width. The crop tells the
 * height of the picture.
 */
function shareOf({ cover, whole, crop }: Pick<CoverRow, 'cover' | 'whole' | 'crop'>): number {
  if (!cover || !whole || !crop) return 1;
  const height = (cover.height / crop.height) * (whole.width / (cover.width / crop.width));
  return Math.min(1, whole.height / height);
}

export const imagesOfCovers = (book: EditedBook): string[] =>
  book.editions.flatMap(({ coverImageId, wholeCoverId }) => [coverImageId, wholeCoverId].filter((id) => id !== null));
