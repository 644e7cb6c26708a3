import { AppError, notFound } from '../../../server/http/errors.ts';
import { wordsIn } from '../../../shared/text-language.ts';
import type { Picture } from '../../../shared/wire.ts';
import type { AccessOnWire } from '../../catalog/contract.ts';
import type { ChapterFacts } from '../../catalog/server/catalog.ts';
import { presentAccess } from '../../catalog/server/dates/openings.ts';
import type { StoredBlock } from '../../catalog/server/imports.ts';
import type { Block, ChapterContent as ChapterOnWire, ComicPage, HadMembership, LockedChapter } from '../contract.ts';
import type { ChapterContent, Refusal } from './reading.ts';

/** Finds pictures by image id, with addresses that the viewer may open; images that do not exist are left out. */
export type PicturesOf = (imageIds: readonly string[]) => Promise<Map<string, Picture>>;

const refusals = {
  membership_required: 'This chapter is only open to members',
  membership_expired: 'Your membership has expired',
};

export function chapterNotFound(): AppError {
  return notFound('chapter_not_found', 'There is no such chapter');
}

/** The answer to a viewer who may not read a chapter: its place in the book, and nothing of its content. */
export function refusalError({ kind, chapter, access }: Refusal, had: HadMembership | null = null): AppError {
  const locked = presentLocked(chapter, presentAccess(access));
  return new AppError(403, kind, refusals[kind], { extra: { chapter: locked, ...(had && { had }) } });
}

/** The facts of a chapter that everybody may know. */
export function presentLocked(chapter: ChapterFacts, access: AccessOnWire): LockedChapter {
  const { kind, language, textLanguage } = chapter;
  return { ...presentPlace(chapter), access, kind, language, ...wordsIn(textLanguage) };
}

function presentPlace(chapter: ChapterFacts): Omit<LockedChapter, 'access' | 'kind' | 'language' | 'text_language'> {
  return {
    book_uuid: chapter.bookId,
    book_title: chapter.bookTitle,
    chapter_number: chapter.number,
    title: chapter.title,
    prev_chapter_uuid: chapter.previousId,
    prev_chapter_number: chapter.previousNumber,
    next_chapter_uuid: chapter.nextId,
    next_chapter_number: chapter.nextNumber,
  };
}

/** An open chapter on the wire, with the parts that are of one reader alone. */
export async function presentChapter(
  { chapter, content: { pages: stored, blocks } }: { chapter: ChapterFacts; content: ChapterContent },
  asker: { access: AccessOnWire; alreadyFavor: boolean; picturesOf: PicturesOf },
): Promise<ChapterOnWire> {
  const pictures = await asker.picturesOf(imageIdsOf({ pages: stored, blocks }));
  const pages = stored.flatMap(({ page, imageId }): ComicPage[] => {
    const picture = pictures.get(imageId);
    return picture ? [{ ...picture, page }] : [];
  });
  return {
    ...presentPlace(chapter),
    ...(chapter.numbering && { numbering: chapter.numbering }),
    season: chapter.season,
    label: chapter.label,
    prev_season: chapter.previousSeason,
    prev_label: chapter.previousLabel,
    next_season: chapter.nextSeason,
    next_label: chapter.nextLabel,
    chapter_title: chapter.title,
    images: pages.map(({ src }) => src),
    already_favor: asker.alreadyFavor,
    total_likes: chapter.totalLikes,
    access: asker.access,
    kind: chapter.kind,
    language: chapter.language,
    ...wordsIn(chapter.textLanguage),
    layout: chapter.layout,
    reading_direction: chapter.readingDirection,
    rating: chapter.rating,
    ...(chapter.kind === 'comic' ? { pages } : { blocks: presentBlocks(blocks, pictures) }),
  };
}

function imageIdsOf({ pages, blocks }: ChapterContent): string[] {
  const inText = blocks.flatMap((block) => (block.type === 'img' ? [block.imageId] : []));
  return [...new Set([...pages.map(({ imageId }) => imageId), ...inText])];
}

function presentBlocks(blocks: readonly StoredBlock[], pictures: Map<string, Picture>): Block[] {
  return blocks.flatMap((block): Block[] => {
    if (block.type !== 'img') return [block];
    const image = pictures.get(block.imageId);
    return image ? [{ type: 'img', image, alt: block.alt }] : [];
  });
}
