import { type Language, languages } from '../../src/shared/languages.ts';
import { tagNames } from '../../src/shared/tags.ts';
import { type Chance, chanceOf, pick } from './chance.ts';
import { at, shareOut } from './shares.ts';

/** The requested numbers of rows. */
export interface Asked {
  books: number;
  chapters: number;
  events: number;
  likes: number;
  users: number;
  seed: number;
}

/** The data for all tables: a few numbers for each book; the rest is drawn when a row is written. */
export interface Plan {
  asked: Asked;
  /**
   * Midnight before the filling. All times are before it, so that a filling on the next day gives times one day later.
   */
  today: number;
  chaptersOf: Uint32Array;
  eventsOf: Uint32Array;
  likesOf: Uint32Array;
  ids: Record<'book' | 'chapter' | 'event' | 'user' | 'image', Chance>;
  chances: Record<'book' | 'text' | 'title' | 'like' | 'day' | 'page', Chance>;
  /** The readable books of both kinds, each by its place with its own number. */
  readable: ReadonlyMap<number, number>;
}

export const mostChapters = 5000;
const dayMs = 24 * 60 * 60 * 1000;

/** `readableOfKind`: the number of comics with pictures, and of novels with text. */
export function makePlan(asked: Asked, given: { now: Date; readableOfKind: number }): Plan {
  const { books, chapters, events, likes, users, seed } = asked;
  const of = (kind: Parameters<typeof chanceOf>[1]) => chanceOf(seed, kind);
  const weights = of('weight');
  /** A few books have very many readers: a power of a random number has the long tail of real readings. */
  const popularityOf = (index: number, power: number) =>
    (1 - weights.at(index)) ** -power * (0.5 + weights.at(index, 1));
  const chaptersOf = shareOut({
    total: chapters,
    count: books,
    weightOf: (index) => (1 - weights.at(index, 2)) ** -0.8,
    least: 1,
    most: mostChapters,
  });
  const plan = {
    asked,
    today: Math.floor(given.now.getTime() / dayMs) * dayMs,
    chaptersOf,
    eventsOf: shareOut({
      total: events,
      count: books,
      weightOf: (book) => popularityOf(book, 0.9),
      least: 0,
      most: 2 ** 31,
    }),
    likesOf: shareLikes({ total: likes, chaptersOf, users, weightOf: (book) => popularityOf(book, 0.7) }),
    ids: { book: of('book'), chapter: of('chapter'), event: of('event'), user: of('user'), image: of('image') },
    chances: {
      book: of('book'),
      text: of('text'),
      title: of('title'),
      like: of('like'),
      day: of('day'),
      page: of('page'),
    },
  };
  return { ...plan, readable: chooseReadable(plan, given.readableOfKind) };
}

/** A user likes a chapter only once, so a book with few chapters gets at most users × chapters likes. */
function shareLikes(given: {
  total: number;
  chaptersOf: Uint32Array;
  users: number;
  weightOf: (book: number) => number;
}): Uint32Array {
  const { total, chaptersOf, users, weightOf } = given;
  const room = (book: number) => at(chaptersOf, book) * users;
  const shares = shareOut({ total, count: chaptersOf.length, weightOf, least: 0, most: 2 ** 31 });
  let over = 0;
  for (let book = 0; book < shares.length; book++) {
    const most = room(book);
    over += Math.max(0, at(shares, book) - most);
    shares[book] = Math.min(at(shares, book), most);
  }
  for (let book = 0; over > 0 && book < shares.length; book++) {
    const more = Math.min(over, room(book) - at(shares, book));
    shares[book] = at(shares, book) + more;
    over -= more;
  }
  return shares;
}

function chooseReadable(plan: Pick<Plan, 'asked' | 'chances'>, ofKind: number): Map<number, number> {
  const chosen = new Map<number, number>();
  const left = { comic: ofKind, novel: ofKind };
  for (let book = 0; book < plan.asked.books && left.comic + left.novel > 0; book++) {
    const kind = kindAt(plan, book);
    if (left[kind] === 0) continue;
    left[kind] -= 1;
    chosen.set(book, chosen.size);
  }
  return chosen;
}

export function kindAt({ chances }: Pick<Plan, 'chances'>, book: number): 'comic' | 'novel' {
  return chances.book.at(book, 1) < 0.7 ? 'comic' : 'novel';
}

/** Four of ten books are Chinese. */
export function originalAt({ chances }: Pick<Plan, 'chances'>, book: number): Language {
  const drawn = chances.book.at(book, 2);
  const others = languages.filter((language) => language !== 'zh-cn');
  return drawn < 0.4 ? 'zh-cn' : (others[Math.floor(((drawn - 0.4) / 0.6) * others.length)] ?? 'en-us');
}

/** The facts of a book, without its texts. */
export interface BookFacts {
  id: Uint8Array;
  kind: 'comic' | 'novel';
  original: Language;
  translations: Language[];
  tags: string[];
  isHidden: boolean;
  isRecommended: boolean;
  isFinished: boolean;
  readsFromRight: boolean;
  publicFreeChapters: number | null;
  /** The time of the newest chapter, and the time between chapters. */
  updatedAt: number;
  chapterEveryMs: number;
}

const hiddenShare = 0.02;
/** As many as the carousel shows where nobody recommends more; operators may recommend up to 50. */
const recommendedOf = 10;
const longestLifeMs = 8 * 365 * dayMs;
const oldestDays = 2000;
const freeChapters = [null, null, null, null, 1, 5, 10, 0, 100];
const rareTags = ['校园', '热血', '推理', '美食', '竞技', '灵异', '种田', '机甲', '宫斗', '职场', '治愈', '冒险'];
const tags = [...Object.keys(tagNames), ...rareTags];

export function factsAt(plan: Plan, book: number): BookFacts {
  const draw = plan.chances.book.along(book, 3);
  const original = originalAt(plan, book);
  const kind = kindAt(plan, book);
  const isTranslated = draw() < 0.3;
  const updatedAt = Math.round(plan.today - oldestDays * dayMs * draw() ** 3) - 1;
  const chapterEveryMs = Math.round(
    Math.min((0.25 + 14 * draw() ** 2) * dayMs, longestLifeMs / at(plan.chaptersOf, book)),
  );
  return {
    id: plan.ids.book.id(book),
    kind,
    original,
    translations: isTranslated ? languages.filter((language) => language !== original && draw() < 0.4) : [],
    tags: [...new Set(Array.from({ length: 1 + Math.floor(4 * draw()) }, () => pick(tags, draw)))],
    isHidden: draw() < hiddenShare,
    isRecommended: book < recommendedOf,
    isFinished: draw() < 0.35,
    readsFromRight: kind === 'comic' && draw() < 0.2,
    publicFreeChapters: pick(freeChapters, draw),
    updatedAt,
    chapterEveryMs,
  };
}

/** The time of a chapter; the last chapter has the time of the book's change. */
export function chapterTime(plan: Plan, given: { book: number; number: number; facts: BookFacts }): number {
  const { book, number, facts } = given;
  return facts.updatedAt - (at(plan.chaptersOf, book) - number) * facts.chapterEveryMs;
}

/** Chapters after these have no content. */
export const readableChapters = 5;

export function hasContent(plan: Plan, { book, number }: { book: number; number: number }): boolean {
  return number <= readableChapters && plan.readable.has(book);
}
