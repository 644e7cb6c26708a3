import type { Db } from '../../../server/database/db.ts';
import type { RowOf } from '../../../server/testing/bulk-load.ts';

const books = {
  id: 'uuid',
  source_key: 'text',
  kind: 'text',
  original_language: 'text',
  author: 'text',
  status: 'text',
  layout: 'text',
  reading_direction: 'text',
  public_free_chapters: 'int4',
  recommended: 'bool',
  hidden: 'bool',
  tags: 'text[]',
  chapter_count: 'int4',
  total_likes: 'int4',
  popularity: 'float8',
  updated_at: 'timestamptz',
  read_in: 'text[]',
  first_published_at: 'timestamptz',
  is_locked: 'bool',
} as const;
const bookNames = {
  book_id: 'uuid',
  titles: 'text',
  aliases: 'text',
  author: 'text',
  tags: 'text',
  introductions: 'text',
} as const;
const nameWords = { variant: 'text', word: 'text' } as const;
const bookSearches = {
  book_id: 'uuid',
  updated_at: 'timestamptz',
  popularity: 'float8',
  chapter_count: 'int4',
  hidden: 'bool',
  text: 'text',
  keys: 'text',
} as const;
const bookTags = {
  book_id: 'uuid',
  tag: 'text',
  updated_at: 'timestamptz',
  popularity: 'float8',
  chapter_count: 'int4',
  hidden: 'bool',
} as const;
const editions = {
  book_id: 'uuid',
  language: 'text',
  title: 'text',
  introduction: 'text',
  cover_image_id: 'uuid',
} as const;
const chapters = {
  id: 'uuid',
  book_id: 'uuid',
  number: 'int4',
  source_key: 'text',
  created_at: 'timestamptz',
  total_likes: 'int4',
} as const;
const chapterEditions = {
  chapter_id: 'uuid',
  language: 'text',
  title: 'text',
  has_content: 'bool',
  blocks: 'jsonb',
  reading_seconds: 'int4',
  preview_image_id: 'uuid',
} as const;
const pages = {
  chapter_id: 'uuid',
  language: 'text',
  position: 'int4',
  page: 'int4',
  image_id: 'uuid',
  source_key: 'text',
} as const;

/** The catalogue's tables, for filling by COPY. */
export const catalogTables = {
  books: { table: 'books', columns: books },
  bookSearches: { table: 'book_searches', columns: bookSearches },
  bookNames: { table: 'book_names', columns: bookNames },
  nameWords: { table: 'name_words', columns: nameWords },
  bookTags: { table: 'book_tags', columns: bookTags },
  editions: { table: 'editions', columns: editions },
  chapters: { table: 'chapters', columns: chapters },
  chapterEditions: { table: 'chapter_editions', columns: chapterEditions },
  pages: { table: 'pages', columns: pages },
};

/** Writes what the studio's list of books is sorted by, of all books: while tables are bare, no trigger does. */
export async function writeTitles(db: Db): Promise<void> {
  await db.query('select write_book_titles(array(select id from books))');
}

export type BookRow = RowOf<typeof books>;
export type BookSearchRow = RowOf<typeof bookSearches>;
export type BookNamesRow = RowOf<typeof bookNames>;
export type NameWordRow = RowOf<typeof nameWords>;
export type BookTagRow = RowOf<typeof bookTags>;
export type EditionRow = RowOf<typeof editions>;
export type ChapterRow = RowOf<typeof chapters>;
export type ChapterEditionRow = RowOf<typeof chapterEditions>;
export type PageRow = RowOf<typeof pages>;
