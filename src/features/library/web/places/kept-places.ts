import type { Language } from '../../../../shared/languages.ts';
import type { Position, Progress } from '../../contract.ts';
import { type Books, isRecord } from './owned-books.ts';
import type { Skipped } from './place-rules.ts';

/** A place as the browser keeps it: what goes to the account, and what only this browser needs. */
export interface KeptPlace {
  progress: Progress;
  details: KeptDetails;
  /** The account does not know it yet. */
  unsent?: boolean;
  /** The account's time of the place when it was last heard of here: what is told with that time again is no news. */
  heard?: string;
  /** The time of the place that was last told to the account: its answer may never have come. */
  sent?: string;
  /** The reader took it out of the lists, and the account has not heard of it; reading on brings it back. */
  removed?: boolean;
  /** Where another device is, when going there is the reader's to decide. */
  elsewhere?: Elsewhere;
}

/** Words stand here as readers see them: decoded. */
export interface KeptDetails {
  chapterNumber?: number | undefined;
  /** Of the titles. */
  language?: Language | undefined;
  /** Their tag where they are in another language than their edition. */
  textLanguage?: string | undefined;
  bookTitle?: string | undefined;
  chapterTitle?: string | undefined;
  /** Address of a small picture of the book; null where it has none. */
  cover?: string | null | undefined;
  /** Images or blocks of the chapter. */
  count?: number | undefined;
  /** Chapters before the furthest that were passed over in this browser. */
  skipped?: Skipped | undefined;
}

export interface Elsewhere {
  chapterUuid: string;
  /** Null: it must be asked for. */
  chapterNumber: number | null;
  position: Position;
  /** It lies further on than this browser's place, which the account is not told before its reader has answered. */
  isAhead?: boolean;
}

/** By the uuid of their books. */
export type KeptPlaces = Books<KeptPlace>;

/** Storage may hold anything: undefined for what is no place. */
export const placeIn = (value: unknown): KeptPlace | undefined => (isPlace(value) ? value : undefined);

function isPlace(value: unknown): value is KeptPlace {
  if (!isRecord(value) || !isRecord(value.progress) || !isRecord(value.details)) return false;
  const { book_uuid, chapter_uuid, position, furthest, updated_at } = value.progress;
  return (
    typeof book_uuid === 'string' &&
    typeof chapter_uuid === 'string' &&
    isPoint(position) &&
    isPoint(furthest) &&
    isNumber(furthest.chapter_number) &&
    typeof updated_at === 'string' &&
    !Number.isNaN(Date.parse(updated_at))
  );
}

const isPoint = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && isNumber(value.index) && isNumber(value.fraction);

const isNumber = (value: unknown) => typeof value === 'number' && value >= 0;

export const timeOf = ({ progress }: KeptPlace): number => Date.parse(progress.updated_at);
