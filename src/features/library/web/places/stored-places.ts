import type { Language } from '../../../../shared/languages.ts';
import type { Position, Progress } from '../../contract.ts';
import { type Books, isRecord } from './owned-books.ts';
import type { Skipped } from './place-rules.ts';

/** A place as the browser keeps it: what goes to the account, and what only this browser needs. */
export interface StoredPlace {
  progress: Progress;
  details: StoredDetails;
  /** The account does not know it yet. */
  unsent?: boolean;
  /** The time under which the account last sent this place: an answer with the same time brings nothing new. */
  heard?: string;
  /** The time under which this place was last sent to the account; the answer to that may be lost. */
  sent?: string;
  /** The reader took it out of the lists, and the account has not heard of it; reading on brings it back. */
  removed?: boolean;
  /** The place of another device, where the reader must decide whether to go there. */
  elsewhere?: Elsewhere;
}

/** Words stand here as readers see them: decoded. */
export interface StoredDetails {
  chapterNumber?: number | undefined;
  /** The language of the titles. */
  language?: Language | undefined;
  /** The language of the titles, where it is not that of the edition. */
  textLanguage?: string | undefined;
  bookTitle?: string | undefined;
  chapterTitle?: string | undefined;
  /** What the chapter's print calls it. */
  printed?: { season?: number | null; label?: string | null } | undefined;
  /** Address of a small picture of the book; null where it has none. */
  cover?: string | null | undefined;
  /** Images or blocks of the chapter. */
  count?: number | undefined;
  /** Ranges of chapters before the furthest that were not read in this browser. */
  skipped?: Skipped | undefined;
}

export interface Elsewhere {
  chapterUuid: string;
  /** Null: not known yet; the server must be asked. */
  chapterNumber: number | null;
  position: Position;
  /** The other place lies further on. Until the reader answers, this browser's place is not sent to the account. */
  isAhead?: boolean;
}

/** By the uuid of their books. */
export type StoredPlaces = Books<StoredPlace>;

/** Storage may hold anything: undefined for what is no place. */
export const placeIn = (value: unknown): StoredPlace | undefined => (isPlace(value) ? value : undefined);

function isPlace(value: unknown): value is StoredPlace {
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

export const timeOf = ({ progress }: StoredPlace): number => Date.parse(progress.updated_at);
