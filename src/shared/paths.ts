import type { Language } from './languages.ts';

const bookAddress = '/book/chapters/';
const readerAddress = '/reader/book/chapter/';

/** The address of every page of the site, as a pattern of routes (spec: site.md#pages). */
export const pages = {
  home: '/',
  books: '/books',
  book: `${bookAddress}:id`,
  chapter: `${readerAddress}:bookid/:chapter_uuid/:chapter_number`,
  search: '/search',
  /** Our own addition: what comes next. */
  calendar: '/calendar',
  login: '/login',
  register: '/register',
  profile: '/profile',
  contact: '/contact-us',
  /** Our own addition: the reader's shelves, new chapters of followed books, and the books that were read. */
  library: '/library',
  updates: '/updates',
  history: '/history',
  /** Our own addition: what a user was told. */
  inbox: '/inbox',
  /** Our own addition: the chapters kept on this device. The page also replaces others without a connection. */
  offline: '/offline',
} as const;

const resetPasswordAddress = '/reset-password/';
/**
 * The page of a link for a new password: whoever has its address may choose one. It stands apart, since the script that
 * every page begins with holds the table above.
 */
export const resetPasswordPattern = `${resetPasswordAddress}:code` as const;

export function resetPasswordPath(code: string): string {
  return resetPasswordAddress + code;
}

const paymentReturnAddress = '/payment/return/';
/** The page to which WeChat sends a payer's browser; apart for the same reason, as is the one after. */
export const paymentReturnPattern = `${paymentReturnAddress}:order` as const;

export function paymentReturnPath(orderId: string): string {
  return paymentReturnAddress + orderId;
}

const receiptAddress = '/receipt/';
/** The page of an order's receipts; apart for the same reason. */
export const receiptPattern = `${receiptAddress}:order` as const;
export const receiptPath = (orderId: string) => receiptAddress + orderId;

/** The page that brings back who pays inside WeChat. */
export const wechatReturnPath = '/payment/wechat/return';

/** The page of a lost password; apart for the same reason. */
export const recoverPath = '/recover';

const documentAddress = '/page/';
/** A page of the operator's, and what a membership costs; apart for the same reason. */
export const documentPattern = `${documentAddress}:name` as const;
export const documentPath = (name: string) => `${documentAddress}${name}`;
export const membershipPath = '/membership';
/** The books with the most readers; apart for the same reason. */
export const rankingPath = '/ranking';

/** A file of a picture of the operator's: the key tells its content. */
export const facePattern = '/face/:key/:file';
export const facePath = (key: string, file: string) => `/face/${key}/${file}`;

/** What an installed site and its notices are called, and their icons. */
export const manifestPath = (language: string) => `/manifest/${language}.webmanifest`;

/** The path of each page. */
export const paths = {
  home: () => pages.home,
  books: () => pages.books,
  book: (bookUuid: string) => `${bookAddress}${bookUuid}`,
  chapter: (chapter: { bookUuid: string; chapterUuid: string; number: number }) =>
    `${readerAddress}${chapter.bookUuid}/${chapter.chapterUuid}/${chapter.number}`,
  search: () => pages.search,
  calendar: () => pages.calendar,
  login: () => pages.login,
  register: () => pages.register,
  profile: () => pages.profile,
  contact: () => pages.contact,
  library: () => pages.library,
  updates: () => pages.updates,
  history: () => pages.history,
  inbox: () => pages.inbox,
  offline: () => pages.offline,
};

/** The chapter that a path of the reader names; null for any other path. */
export function chapterOfPath(path: string): { bookUuid: string; chapterUuid: string } | null {
  const asked = path.toLowerCase();
  if (!asked.startsWith(readerAddress)) return null;
  const [bookUuid, chapterUuid, number, ...more] = asked.slice(readerAddress.length).split('/');
  return bookUuid && chapterUuid && number && more.length === 0 ? { bookUuid, chapterUuid } : null;
}

/** Atom feeds: in one language of a book's new chapters, of the site's chapters and books and of a tag's chapters; and of all books that a user follows. */
export const feedPaths = {
  book: ({ bookUuid, language }: { bookUuid: string; language: Language }) =>
    `/feeds/book/${bookUuid}/${language}.atom`,
  chapters: (language: Language) => `/feeds/chapters/${language}.atom`,
  books: (language: Language) => `/feeds/books/${language}.atom`,
  tag: ({ tag, language }: { tag: string; language: Language }) =>
    `/feeds/tag/${encodeURIComponent(tag)}/${language}.atom`,
  updates: (token: string) => `/feeds/updates/${token}.atom`,
};

/** The calendar as a file for other programs, in one language. */
export const calendarFile = (language: Language) => `${calendarFilePath}?language=${language}`;
export const calendarFilePath = '/calendar.ics';

/** The calls' base path (spec: http.md#addresses). */
export const apiBase = '/api/v1';
