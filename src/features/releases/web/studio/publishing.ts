import type * as z from 'zod/mini';
import { ApiError } from '../../../../web/api-client.ts';
import type { conflict } from '../../../catalog/studio-contract.ts';
import type { StudioCalls } from '../../../studio/web/calls.ts';
import type { publishingRow, windowRow } from '../../studio-contract.ts';

/** A chapter in a language, with its date. */
export type Dated = z.infer<typeof publishingRow>;
export const publicationStates = ['draft', 'scheduled', 'published'] as const;
export type InTheWay = z.infer<typeof conflict>;
export type Window = z.infer<typeof windowRow>;

/** The new time of a chapter: `at` has an offset or is a time of `zone`; null makes it a draft again. */
export interface Move {
  row: Dated;
  at: string | 'now' | null;
  zone?: string;
  withLater?: boolean;
}

/** The outcome of a move: done, or the chapters that stand in its way. */
export type Moved = { kind: 'moved' } | { kind: 'in_the_way'; conflicts: readonly InTheWay[] };

/**
 * Moves a chapter in its language. If other chapters are in the way they are the answer; another failure rejects with
 * ApiError.
 */
export async function moveChapter(calls: StudioCalls, { row, at, zone, withLater }: Move): Promise<Moved> {
  try {
    await calls.send('PUT', '/studio/chapters/:uuid/publication', {
      params: { uuid: row.chapter_uuid },
      ifMatch: row.etag,
      body: {
        published_at: at,
        languages: [row.language],
        ...(zone && { time_zone: zone }),
        ...(withLater && { with_later: true }),
      },
    });
    return { kind: 'moved' };
  } catch (error) {
    const conflicts = inTheWayOf(error);
    if (!conflicts) throw error;
    return { kind: 'in_the_way', conflicts };
  }
}

/** The chapters that a refusal names; null: it is another failure. */
export function inTheWayOf(error: unknown): readonly InTheWay[] | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code !== 'publish_out_of_order' && error.code !== 'chapter_empty') return null;
  return (error.body.conflicts as InTheWay[] | undefined) ?? null; // the refusal's own field
}
