import type * as z from 'zod/mini';
import type { Language } from '../../../../shared/languages.ts';
import { ApiError } from '../../../../web/api-client.ts';
import { useText } from '../../../../web/i18n.tsx';
import type { QueryResult } from '../../../../web/query.ts';
import type { conflict } from '../../../catalog/studio-contract.ts';
import { type Answered, type Listed, type StudioCalls, useStudioQuery } from '../../../studio/web/calls.ts';
import type { publishingChapter, publishingQuery, windowRow } from '../../studio-contract.ts';

/** A chapter with the dates of its editions. */
export type DatedChapter = z.infer<typeof publishingChapter>;
export const publicationStates = ['draft', 'scheduled', 'published'] as const;
export type PublicationState = (typeof publicationStates)[number];
export type InTheWay = z.infer<typeof conflict>;
export type Window = z.infer<typeof windowRow>;

/** Which chapters are shown. */
export interface PublishingFilter {
  book: string | null;
  edition: Language | null;
}

type Asked = Omit<z.input<typeof publishingQuery>, 'page' | 'page_size' | 'by' | 'language'> & {
  page?: number;
  page_size?: number;
};

/** A list of chapters by their dates, with titles and covers in the operator's language. */
export function useChapters(
  { book, edition }: PublishingFilter,
  query: Asked,
): QueryResult<Answered<Listed<DatedChapter>>> {
  const { language } = useText();
  const asked = useStudioQuery('/studio/publishing', {
    query: { by: 'chapter', language, book: book ?? undefined, edition: edition ?? undefined, ...query },
  });
  return asked as QueryResult<Answered<Listed<DatedChapter>>>; // the form of `by=chapter`
}

/** A chapter is published once one of its editions is. */
export function stateOf({ editions }: DatedChapter): PublicationState {
  const has = (state: PublicationState) => editions.some((edition) => edition.state === state);
  return has('published') ? 'published' : has('scheduled') ? 'scheduled' : 'draft';
}

/** The editions that are published at the moment of their chapter; of a draft all. */
export function languagesAtDate({ editions, published_at: at }: DatedChapter): Language[] {
  return editions.flatMap(({ language, published_at: own }) => (own === at ? language : []));
}

/** The new time of some editions: `at` has an offset or is a time of `zone`; null makes them drafts again. */
export interface Move {
  chapter: DatedChapter;
  languages: readonly Language[];
  at: string | 'now' | null;
  zone?: string;
  withLater?: boolean;
  isTold: boolean;
}

/** The outcome of a move: done, with the chapter's new version, or the chapters that stand in its way. */
export type Moved =
  | { kind: 'moved'; etag: string }
  | { kind: 'in_the_way'; code: string; conflicts: readonly InTheWay[] };

/** Moves a chapter. If other chapters are in the way they are the answer; another failure rejects with ApiError. */
export async function moveChapter(
  calls: StudioCalls,
  { chapter, languages, at, zone, withLater, isTold }: Move,
): Promise<Moved> {
  try {
    const { etag } = await calls.send('PUT', '/studio/chapters/:uuid/publication', {
      params: { uuid: chapter.chapter_uuid },
      ifMatch: chapter.etag,
      body: {
        published_at: at,
        languages: [...languages],
        ...(zone && { time_zone: zone }),
        ...(withLater && { with_later: true }),
        ...(!isTold && { silent: true }),
      },
    });
    return { kind: 'moved', etag: etag ?? '' };
  } catch (error) {
    const inTheWay = inTheWayOf(error);
    if (!inTheWay) throw error;
    return inTheWay;
  }
}

/** The chapters that a refusal names; null: it is another failure. */
export function inTheWayOf(error: unknown): (Moved & { kind: 'in_the_way' }) | null {
  if (!(error instanceof ApiError)) return null;
  const { code } = error;
  if (code !== 'publish_out_of_order' && code !== 'chapter_empty') return null;
  const conflicts = error.body.conflicts as readonly InTheWay[] | undefined; // the refusal's own field
  return conflicts ? { kind: 'in_the_way', code, conflicts } : null;
}
