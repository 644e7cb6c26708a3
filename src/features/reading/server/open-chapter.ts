import type { Db } from '../../../server/database/db.ts';
import type { Language } from '../../../shared/languages.ts';
import type { Access } from '../../catalog/access.ts';
import { type ChapterFacts, findReadableChapter } from '../../catalog/server/catalog.ts';
import { accessOf, type Dates } from '../../catalog/server/dates/openings.ts';
import { chapterNotFound } from './present.ts';
import { type ChapterContent, decideRefusal, type Reader, readContent } from './reading.ts';
import type { Refuse } from './refusal.ts';

interface Asked {
  chapterId: string;
  language: Language;
  /** Null: a visitor. */
  reader: Reader | null;
}

/** The source of chapters: the database, or a memory of it that is some seconds old. */
export interface Chapters<Content extends ChapterContent = ChapterContent> {
  find(asked: { chapterId: string; language: Language }): Promise<ChapterFacts | null>;
  read(chapter: ChapterFacts): Promise<Content>;
}

interface Decider {
  dates: Dates;
  refuse: Refuse;
}

export function storedChapters(db: Db): Chapters {
  return {
    find: (asked) => findReadableChapter(db, asked),
    read: (chapter) => readContent(db, chapter),
  };
}

/** A chapter that this reader may read; rejects with AppError where there is none, or where it is closed to them. */
export async function requireReadable(
  { find, dates, refuse }: Decider & Pick<Chapters, 'find'>,
  { chapterId, language, reader }: Asked,
): Promise<{ chapter: ChapterFacts; access: Access }> {
  const chapter = await find({ chapterId, language });
  if (!chapter) throw chapterNotFound();
  const now = reader?.now ?? dates.now();
  const access = accessOf(dates, chapter, now);
  const refusal = decideRefusal(chapter, { access, membership: reader?.membership ?? null, now });
  if (refusal) throw await refuse(refusal, reader);
  return { chapter, access };
}

/** As `requireReadable`, with the content, which is read only after the decision. */
export async function openChapter<Content extends ChapterContent>(
  from: Decider & Chapters<Content>,
  asked: Asked,
): Promise<{ chapter: ChapterFacts; access: Access; content: Content }> {
  const open = await requireReadable(from, asked);
  return { ...open, content: await from.read(open.chapter) };
}
