import { readingSeconds } from '../../src/features/catalog/reading-time.ts';
import { type SearchRow, searchRowOf } from '../../src/features/catalog/server/search/search-row.ts';
import type {
  BookNamesRow,
  BookRow,
  BookSearchRow,
  BookTagRow,
  ChapterEditionRow,
  ChapterRow,
  EditionRow,
  NameWordRow,
  PageRow,
} from '../../src/features/catalog/testing/fillable.ts';
import type { Language } from '../../src/shared/languages.ts';
import { type Draw, pick } from './chance.ts';
import {
  type BookFacts,
  chapterTime,
  factsAt,
  hasContent,
  kindAt,
  originalAt,
  type Plan,
  readableChapters,
} from './plan.ts';
import { likesOfChapters } from './readings.ts';
import { at } from './shares.ts';
import { arabic } from './words/ar-sa.ts';
import { english } from './words/en-us.ts';
import { spanish } from './words/es-es.ts';
import { french } from './words/fr-fr.ts';
import type { Lexicon } from './words/lexicon.ts';
import { chinese } from './words/zh-cn.ts';

const lexicons: Record<Language, Lexicon> = {
  'zh-cn': chinese,
  'en-us': english,
  'fr-fr': french,
  'es-es': spanish,
  'ar-sa': arabic,
};

interface Edition {
  language: Language;
  title: string;
  introduction: string;
}

function sentences(language: Language, draw: Draw, count: number): string {
  const { sentence, space } = lexicons[language];
  return Array.from({ length: count }, () => sentence(draw)).join(space);
}

/** A book's editions, the original first. */
function editionsAt(plan: Plan, book: number, { original, translations }: BookFacts): Edition[] {
  return [original, ...translations].map((language, place) => {
    const draw = plan.chances.text.along(book, place);
    const title = lexicons[language].title(draw);
    return { language, title, introduction: sentences(language, draw, 1 + Math.floor(3 * draw())) };
  });
}

/** The number of authors grows with the books; some authors write very many. */
function authorAt(plan: Plan, book: number, language: Language): string {
  const authors = Math.ceil(plan.asked.books / 6);
  const author = Math.floor(authors * plan.chances.text.at(book, 9) ** 2);
  return lexicons[language].author(plan.chances.text.along(author, 10));
}

export function* bookRows(plan: Plan, scores: Float64Array): Generator<BookRow> {
  for (let book = 0; book < plan.asked.books; book++) {
    const facts = factsAt(plan, book);
    yield {
      id: facts.id,
      source_key: `grown/${book + 1}`,
      kind: facts.kind,
      original_language: facts.original,
      author: authorAt(plan, book, facts.original),
      status: facts.isFinished ? 'finished' : 'ongoing',
      layout: facts.readsFromRight ? 'pages' : 'strip',
      reading_direction: facts.readsFromRight ? 'rtl' : 'ltr',
      public_free_chapters: facts.publicFreeChapters,
      recommended: facts.isRecommended,
      hidden: facts.isHidden,
      tags: facts.tags,
      chapter_count: at(plan.chaptersOf, book),
      total_likes: at(plan.likesOf, book),
      popularity: at(scores, book),
      updated_at: facts.updatedAt,
      read_in: plan.readable.has(book) ? [facts.original] : [],
      first_published_at: chapterTime(plan, { book, number: 1, facts }),
      is_locked: false,
    };
  }
}

function searchRowAt(plan: Plan, book: number, facts: BookFacts): SearchRow {
  const author = authorAt(plan, book, facts.original);
  return searchRowOf({ author, tags: facts.tags, aliases: [], editions: editionsAt(plan, book, facts) });
}

export function* bookSearchRows(plan: Plan, scores: Float64Array): Generator<BookSearchRow> {
  for (let book = 0; book < plan.asked.books; book++) {
    const facts = factsAt(plan, book);
    const { text, keys } = searchRowAt(plan, book, facts);
    yield {
      book_id: facts.id,
      updated_at: facts.updatedAt,
      popularity: at(scores, book),
      chapter_count: at(plan.chaptersOf, book),
      hidden: facts.isHidden,
      text,
      keys,
    };
  }
}

export function* bookNamesRows(plan: Plan): Generator<BookNamesRow> {
  for (let book = 0; book < plan.asked.books; book++) {
    const facts = factsAt(plan, book);
    yield { book_id: facts.id, ...searchRowAt(plan, book, facts).names };
  }
}

/** Each word once; there are few, as in a language. */
export function* nameWordRows(plan: Plan): Generator<NameWordRow> {
  const known = new Set<string>();
  for (let book = 0; book < plan.asked.books; book++) {
    const { words } = searchRowAt(plan, book, factsAt(plan, book));
    yield* words.filter(({ word }) => !known.has(word));
    for (const { word } of words) known.add(word);
  }
}

export function* editionRows(plan: Plan): Generator<EditionRow> {
  for (let book = 0; book < plan.asked.books; book++) {
    const facts = factsAt(plan, book);
    for (const edition of editionsAt(plan, book, facts))
      yield { book_id: facts.id, ...edition, cover_image_id: coverAt(plan, book) };
  }
}

export function* bookTagRows(plan: Plan, scores: Float64Array): Generator<BookTagRow> {
  for (let book = 0; book < plan.asked.books; book++) {
    const { id, tags, updatedAt, isHidden } = factsAt(plan, book);
    const [popularity, chapters] = [at(scores, book), at(plan.chaptersOf, book)];
    for (const tag of tags)
      yield { book_id: id, tag, updated_at: updatedAt, popularity, chapter_count: chapters, hidden: isHidden };
  }
}

export function* chapterRows(plan: Plan): Generator<ChapterRow> {
  for (let book = 0; book < plan.asked.books; book++) {
    const facts = factsAt(plan, book);
    const likes = likesOfChapters(plan, book);
    for (let number = 1; number <= likes.length; number++)
      yield {
        id: plan.ids.chapter.id(book, number),
        book_id: facts.id,
        number,
        source_key: String(number),
        created_at: chapterTime(plan, { book, number, facts }),
        total_likes: at(likes, number - 1),
      };
  }
}

export function* chapterEditionRows(plan: Plan): Generator<ChapterEditionRow> {
  for (let book = 0; book < plan.asked.books; book++) {
    const language = originalAt(plan, book);
    const isNovel = kindAt(plan, book) === 'novel';
    for (let number = 1; number <= at(plan.chaptersOf, book); number++) {
      const draw = plan.chances.title.along(book, number);
      const isReadable = hasContent(plan, { book, number });
      const blocks = isReadable && isNovel ? blocksOf(language, draw) : null;
      yield {
        chapter_id: plan.ids.chapter.id(book, number),
        language,
        title: lexicons[language].chapter(number, draw),
        has_content: isReadable,
        blocks: blocks && JSON.stringify(blocks),
        reading_seconds: isReadable ? readingSeconds({ blocks, pages: isNovel ? [] : pagesAt }) : null,
        preview_image_id: isReadable && !isNovel ? plan.ids.image.id(book, previewPart) : null,
      };
    }
  }
}

const paragraphs = 12;

function blocksOf(language: Language, draw: Draw) {
  return Array.from({ length: paragraphs }, () => ({
    type: 'p' as const,
    inlines: [{ type: 'text' as const, text: sentences(language, draw, 2 + Math.floor(4 * draw())) }],
  }));
}

/** Pictures of each readable chapter of a comic. */
const pagesOfChapter = 3;

/** The number of a picture among those of its book: the cover, or a page. */
const coverPart = 0;
const pagePart = (number: number, position: number) => number * pagesOfChapter + position;
/** One preview for all chapters of a book. */
const previewPart = pagePart(readableChapters + 1, 0);
const pagesAt = Array.from({ length: pagesOfChapter }, (_, page) => ({ page }));

function coverAt(plan: Plan, book: number): Uint8Array | null {
  const isPictured = plan.readable.has(book) && kindAt(plan, book) === 'comic';
  return isPictured ? plan.ids.image.id(book, coverPart) : null;
}

interface PictureAt {
  id: Uint8Array;
  kind: 'cover' | 'page' | 'blur';
}

function* picturedChapters(plan: Plan): Generator<{ book: number; number: number }> {
  for (const book of plan.readable.keys()) {
    if (kindAt(plan, book) !== 'comic') continue;
    const chapters = Math.min(at(plan.chaptersOf, book), readableChapters);
    for (let number = 1; number <= chapters; number++) yield { book, number };
  }
}

/** Every picture that the rows name, once. */
export function* pictures(plan: Plan): Generator<PictureAt> {
  for (const { book, number } of picturedChapters(plan)) {
    const cover = number === 1 ? coverAt(plan, book) : null;
    if (cover) yield { id: cover, kind: 'cover' };
    if (cover) yield { id: plan.ids.image.id(book, previewPart), kind: 'blur' };
    for (let position = 0; position < pagesOfChapter; position++)
      yield { id: plan.ids.image.id(book, pagePart(number, position)), kind: 'page' };
  }
}

export function* pageRows(plan: Plan): Generator<PageRow> {
  for (const { book, number } of picturedChapters(plan)) {
    for (let position = 0; position < pagesOfChapter; position++)
      yield {
        chapter_id: plan.ids.chapter.id(book, number),
        language: originalAt(plan, book),
        position,
        page: position,
        image_id: plan.ids.image.id(book, pagePart(number, position)),
        source_key: `${position + 1}.jpg`,
      };
  }
}

/** Names as people choose them, all different. */
export function usernameAt(plan: Plan, user: number): string {
  const names = [
    'mei',
    'lin',
    'anna',
    'jack',
    'hugo',
    'lucia',
    'omar',
    'laila',
    'chloe',
    'diego',
    'nour',
    'reader',
    'xiaoyu',
  ];
  return `${pick(names, plan.chances.text.along(user, 11))}${user + 1000}`;
}
