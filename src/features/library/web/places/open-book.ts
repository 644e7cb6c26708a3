import type { ExchangePage } from '../../../../web/exchange.ts';
import { createStore } from '../../../../web/store.ts';
import type { Numbering } from '../../../catalog/contract.ts';
import type { Position } from '../../contract.ts';
import { noted, overtakerOf, type Reading } from './noting.ts';
import { type Arrival, placeToOpenAt, positionAtEnd } from './place-rules.ts';
import type { Places } from './places.ts';
import { type Spot, spotOf } from './spots.ts';
import type { Elsewhere, StoredDetails } from './stored-places.ts';

export interface OpenedChapter {
  bookUuid: string;
  chapterUuid: string;
  chapterNumber: number;
  /** The numbering that `chapterNumber` belongs to. */
  numbering?: Numbering | undefined;
  /** Images or blocks. */
  count: number;
  arrival: Arrival;
  /**
   * This browser had a place in the book when the chapter opened. If not, a place that appears later is another
   * device's.
   */
  isKnown: boolean;
  /** Goes to a place within the chapter. */
  goTo: (position: Position) => void;
}

export interface PlaceNote extends Omit<StoredDetails, 'chapterNumber' | 'skipped'> {
  bookUuid: string;
  chapterUuid: string;
  chapterNumber: number;
  position: Position;
}

/** The open book was read further on another device or in another tab. */
export interface Overtaken {
  bookUuid: string;
  by: Elsewhere;
}

interface Surroundings {
  /** Takes in which numbers the chapters of a book have. */
  renumber: (bookUuid: string, numbering: Numbering | undefined) => void;
  onFinished: (chapter: { bookUuid: string; chapterNumber: number }) => void;
  page: Pick<ExchangePage, 'document'>;
}

const top: Position = { index: 0, fraction: 0 };

/**
 * The book that is open on a page: says where a chapter opens, and notes where its reader is. If another device or tab
 * has read on meanwhile, nothing is written until the reader has answered; reading on here is an answer, too.
 */
export function createOpenBook(places: Places, { onFinished, renumber, page }: Surroundings) {
  const overtaken = createStore<Overtaken | null>(null);
  /** Where this page was in each chapter when it last noted it, for a reader who comes back to it. */
  const left = new Map<string, Position>();
  /** The book that is open, or was last: it lives on from chapter to chapter. */
  let reading: (Reading & { bookUuid: string }) | null = null;
  let opened: OpenedChapter | null = null;

  function setOvertaken(next: Overtaken | null): void {
    if (JSON.stringify(next) !== JSON.stringify(overtaken.get())) overtaken.set(next);
  }

  /** Looks for what another device or tab has noted; a hidden tab asks nothing. */
  function look(): void {
    if (!reading || !opened) return;
    const isSeen = page.document.visibilityState !== 'hidden';
    const other = isSeen ? overtakerOf(places.read()[reading.bookUuid], reading) : null;
    setOvertaken(other && { bookUuid: reading.bookUuid, by: spotOf(other) });
  }

  /** Looks when something is kept, and when the reader comes back to the tab. */
  function watch(): () => void {
    // Each watch has its own listener: the next chapter may open before this one closes.
    const onChange = () => look();
    page.document.addEventListener('visibilitychange', onChange);
    const endListening = places.subscribe(onChange);
    return () => {
      page.document.removeEventListener('visibilitychange', onChange);
      endListening();
    };
  }

  /** Opens a chapter: where it was left, or null for its top. */
  function open(chapter: OpenedChapter): { position: Position | null; close: () => void } {
    const { bookUuid, chapterUuid, chapterNumber, count, arrival, isKnown } = chapter;
    const last = left.get(chapterUuid) ?? null;
    renumber(bookUuid, chapter.numbering);
    const place = places.find(bookUuid);
    const position = isKnown ? placeToOpenAt({ chapterUuid, arrival, place, left: last }) : null;
    const here = { chapterUuid, chapterNumber, position: position ?? top, count };
    const isSameBook = arrival !== 'outside' && reading?.bookUuid === bookUuid;
    const kept = isKnown ? places.read()[bookUuid] : undefined;
    reading =
      isSameBook && reading ? { ...reading, here } : { bookUuid, here, from: here, known: kept ? spotOf(kept) : null };
    opened = chapter;
    const end = watch();
    return {
      position,
      close() {
        end();
        if (opened !== chapter) return;
        opened = null;
        setOvertaken(null);
      },
    };
  }

  function write(
    bookUuid: string,
    spot: Spot & { chapterNumber: number },
    more: { isAtEnd?: boolean; details: StoredDetails },
  ): void {
    // Another tab or the account may have brought another numbering since.
    const numbering = opened?.bookUuid === bookUuid ? opened.numbering : places.read()[bookUuid]?.progress.numbering;
    renumber(bookUuid, numbering);
    const before = places.read()[bookUuid];
    // The page began without a place: one that is there now came from the account.
    if (reading?.bookUuid !== bookUuid) reading = { bookUuid, here: spot, from: spot, known: null };
    reading = { ...reading, here: more.isAtEnd ? { ...spot, position: positionAtEnd(spot.position) } : spot };
    if (overtakerOf(before, reading)) {
      look();
      return;
    }
    const after = noted(before, { bookUuid, spot, numbering, from: reading.from, now: new Date(), ...more });
    // While a question is open, `from` stays where the reader was when it came up.
    const from = after.elsewhere?.isAhead ? reading.from : spot;
    reading = { ...reading, from, known: spotOf(after) };
    places.put(bookUuid, after);
  }

  /** Whether a place is in the chapter that is open. */
  const isOpen = (bookUuid: string, there: Spot): boolean =>
    opened?.bookUuid === bookUuid && opened.chapterUuid === there.chapterUuid;

  return {
    overtaken,
    open,
    isOpen,

    /** Notes where the reader is. */
    note({ bookUuid, chapterUuid, chapterNumber, position, ...details }: PlaceNote): void {
      left.set(chapterUuid, position);
      const spot = { chapterUuid, chapterNumber, position, count: details.count };
      write(bookUuid, spot, { details: { ...details, chapterNumber } });
    },

    /** Notes that a chapter of a book with a place was read to its end. */
    finish({ bookUuid, chapterNumber }: { bookUuid: string; chapterNumber: number }): void {
      const here = reading?.bookUuid === bookUuid ? reading.here : null;
      if (!places.read()[bookUuid] || here?.chapterNumber !== chapterNumber) return;
      write(bookUuid, { ...here, chapterNumber }, { isAtEnd: true, details: {} });
      onFinished({ bookUuid, chapterNumber });
    },

    /** Goes to the place of another device or tab, if that is in the open chapter; false if it is in another one. */
    goWithin(bookUuid: string, there: Spot): boolean {
      if (!opened || !reading || !isOpen(bookUuid, there)) return false;
      const isKept = overtaken.get()?.bookUuid === bookUuid;
      if (!isKept && there.chapterNumber !== null) places.goElsewhere(bookUuid, there.chapterNumber);
      reading = { ...reading, here: there, from: there, known: there };
      setOvertaken(null);
      opened.goTo(there.position);
      return true;
    },
  };
}
