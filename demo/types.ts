import type { Language } from '../src/shared/languages.ts';
import type { Picture } from './draw/picture.ts';

/** The same words in each of the five languages. */
export type Words = Record<Language, string>;

/** When chapters came out: the newest `newestMinutes` before the seeding, the others `everyMinutes` apart before it. */
export type Releases = { newestMinutes: number; everyMinutes: number };

type Book = {
  id: string;
  author: string;
  originalLanguage: Language;
  tags: readonly string[];
  publicFreeChapters?: number;
  recommended?: boolean;
  status: 'ongoing' | 'finished';
  releases: Releases;
  title: Words;
  introduction: Words;
  cover: (() => Picture) | null;
};

/** Pages are drawn on demand; chapters name them by key, so that several may share one. */
export type DemoComic = Book & {
  kind: 'comic';
  layout: 'strip' | 'pages';
  readingDirection: 'ltr' | 'rtl';
  pages: ReadonlyMap<string, () => Picture>;
  chapters: readonly { title: Words; pages: readonly string[] }[];
};

export type DemoNovel = Book & { kind: 'novel'; chapters: readonly { title: Words; text: Words }[] };

export type DemoBook = DemoComic | DemoNovel;
