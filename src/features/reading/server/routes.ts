import * as z from 'zod/mini';
import type { Clock } from '../../../server/clock.ts';
import type { DbPool } from '../../../server/db.ts';
import { AppError, notFound } from '../../../server/errors.ts';
import type { HttpApp } from '../../../server/http.ts';
import type { PublicApi } from '../../../server/public-api.ts';
import { apiBase } from '../../../shared/paths.ts';
import { failure, type Picture } from '../../../shared/wire.ts';
import type { ChapterFacts } from '../../catalog/server/catalog.ts';
import type { StoredBlock } from '../../catalog/server/publish.ts';
import {
  type Block,
  type ChapterContent,
  type ComicPage,
  chapterAnswer,
  chapterParams,
  eventsBody,
  type LockedChapter,
} from '../contract.ts';
import { createEventRecorder } from './events.ts';
import { type OpenedChapter, openChapter } from './reading.ts';

export interface ReadingDeps {
  db: DbPool;
  clock: Clock;
  /** The pictures that exist, by image id, with addresses that anybody may open. */
  picturesOf(imageIds: readonly string[]): Promise<Map<string, Picture>>;
}

const refusals = {
  membership_required: 'This chapter is only open to members',
  membership_expired: 'Your membership has expired',
};

/** Reading's calls, product.md section 7. */
export function addReadingCalls(api: PublicApi, { db, clock, picturesOf }: ReadingDeps): void {
  api.add({
    path: '/comics/chapter_comics/:chapterUuid/:language',
    summary: 'What is read in a chapter',
    description:
      'A chapter that is not free answers 403 `membership_required` or `membership_expired`; the body then also has ' +
      '`chapter`, with its title and neighbours.',
    params: chapterParams,
    answer: chapterAnswer,
    failures: [403, 404],
    async answerTo({ params }) {
      const opened = await openChapter(db, { chapterId: params.chapterUuid, language: params.language, now: clock() });
      switch (opened.kind) {
        case 'not_found':
          throw notFound('chapter_not_found', 'There is no such chapter');
        case 'membership_required':
        case 'membership_expired':
          throw new AppError(403, opened.kind, refusals[opened.kind], {
            extra: { chapter: presentLocked(opened.chapter) },
          });
        case 'open':
          return { result: await presentContent(opened, picturesOf) };
      }
    },
  });
}

/** What browsers report while people read. */
export function addEventRoute(app: HttpApp, { db, clock }: Pick<ReadingDeps, 'db' | 'clock'>): void {
  const recordEvents = createEventRecorder(db);
  app.post(
    `${apiBase}/events`,
    {
      schema: {
        summary: 'Reading events of one reader',
        description: 'At most 50 at once; a repeated `event_id` counts once.',
        tags: ['events'],
        body: eventsBody,
        response: { 202: z.undefined(), 400: failure, 413: failure, 415: failure, 429: failure },
      },
    },
    async (request, reply) => {
      await recordEvents({ events: request.body.events, address: request.ip, now: clock() });
      return reply.code(202).header('Cache-Control', 'no-store').send(undefined);
    },
  );
}

function presentLocked(chapter: ChapterFacts): LockedChapter {
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

async function presentContent(
  opened: Extract<OpenedChapter, { kind: 'open' }>,
  picturesOf: ReadingDeps['picturesOf'],
): Promise<ChapterContent> {
  const { chapter } = opened;
  const pictures = await picturesOf(imageIdsOf(opened));
  const pages = opened.pages.flatMap(({ page, imageId }): ComicPage[] => {
    const picture = pictures.get(imageId);
    return picture ? [{ ...picture, page }] : [];
  });
  return {
    ...presentLocked(chapter),
    chapter_title: chapter.title,
    images: pages.map(({ src }) => src),
    already_favor: false,
    total_likes: chapter.totalLikes,
    kind: chapter.kind,
    language: chapter.language,
    layout: chapter.layout,
    reading_direction: chapter.readingDirection,
    ...(chapter.kind === 'comic' ? { pages } : { blocks: presentBlocks(opened.blocks, pictures) }),
  };
}

function imageIdsOf({ pages, blocks }: Extract<OpenedChapter, { kind: 'open' }>): string[] {
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
