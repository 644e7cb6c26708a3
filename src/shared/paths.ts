import type { Language } from './languages.ts';

/** Every page address of the site, product.md section 2. */
export const paths = {
  home: () => '/',
  books: () => '/books',
  book: (bookUuid: string) => `/book/chapters/${bookUuid}`,
  chapter: (chapter: { bookUuid: string; chapterUuid: string; number: number }) =>
    `/reader/book/chapter/${chapter.bookUuid}/${chapter.chapterUuid}/${chapter.number}`,
  login: () => '/login',
  register: () => '/register',
  profile: () => '/profile',
  contact: () => '/contact-us',
  /** Of ours: new chapters of followed books, and what was read. */
  updates: () => '/updates',
  history: () => '/history',
  /** Of ours: what is kept on this device; the page that stands in where there is no connection. */
  offline: () => '/offline',
};

/** The address of a chapter in the reader, as a pattern of routes. */
export const readerPattern = '/reader/book/chapter/:bookid/:chapter_uuid/:chapter_number';

/** The chapter that a path of the reader names; null for any other path. */
export function readerAddress(path: string): { bookUuid: string; chapterUuid: string } | null {
  const match = /^\/reader\/book\/chapter\/([^/]+)\/([^/]+)\/[^/]+$/.exec(path.toLowerCase());
  const [, bookUuid, chapterUuid] = match ?? [];
  return bookUuid && chapterUuid ? { bookUuid, chapterUuid } : null;
}

/** Atom feeds: of a book's new chapters in one language, and of all that a user follows. */
export const feedPaths = {
  book: ({ bookUuid, language }: { bookUuid: string; language: Language }) =>
    `/feeds/book/${bookUuid}/${language}.atom`,
  updates: (token: string) => `/feeds/updates/${token}.atom`,
};

/** The calls' base path, product.md section 7. */
export const apiBase = '/api/v1';
