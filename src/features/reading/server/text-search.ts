import { setTimeout as rest } from 'node:timers/promises';
import type { Db } from '../../../server/database/db.ts';
import { createMemo } from '../../../server/database/memo.ts';
import { notFound } from '../../../server/http/errors.ts';
import { createGate, type GateUse } from '../../../server/http/gate.ts';
import { searchRefusal } from '../../../server/http/overload.ts';
import type { Clock } from '../../../server/process/clock.ts';
import { createLru } from '../../../server/process/lru.ts';
import type { Language } from '../../../shared/languages.ts';
import { findFolded, foldPassage } from '../../../shared/search-text.ts';
import { type ChapterWithText, listChaptersWithText, readBlocks, readTexts } from '../../catalog/server/catalog.ts';
import { accessOf, type Dates } from '../../catalog/server/dates/openings.ts';
import { textOf } from '../block-text.ts';
import type { TextHit, TextSearchAnswer } from '../contract.ts';
import { decideChapterAccess, type Membership } from '../rules.ts';

const pageSize = 20;
/** The search stops after so many passages: nobody looks through more. */
const mostHits = 500;
/** So many bytes of stored text are read at a time. */
const batchBytes = 32 * 1024;
/** Passages are folded and compared in parts of about so many characters. */
const partLength = 50_000;
/** A search keeps the event loop for so long, then lets others have it. */
const holdMs = 1;
const restMs = 2;
/**
 * A longer search is given up. The folded text stays, and the next search uses it (spec: reading.md#search-in-a-novel).
 */
const mostMs = 3000;
const gateLimits = { running: 2, waiting: 20, waitMs: 1000 };
/**
 * The list of a novel's chapters serves the searches of some seconds: listing a thousand chapters would delay others.
 */
const listedForMs = 3000;
const mostListed = 20;
/** The folded text of two novels of 12 million characters. */
const mostRemembered = 64 * 1024 * 1024;
/**
 * A text that was searched within this time stays in memory; else many searches at once would push out each other's
 * texts.
 */
const inUseMs = 30_000;

/** A piece of a chapter: its passages with line feeds between them, which no folded passage contains. */
interface Part {
  /** The index of its first block. */
  first: number;
  folded: string;
}

interface FoldedChapter {
  revision: string;
  title: string;
  parts: readonly Part[];
  usedAt: number;
}

const sizeOfFolded = ({ parts }: Pick<FoldedChapter, 'parts'>) =>
  1 + parts.reduce((sum, { folded }) => sum + 2 * folded.length, 0);

interface Passage {
  chapter: ChapterWithText;
  title: string;
  index: number;
}

interface TextSearch {
  bookId: string;
  language: Language;
  q: string;
  page: number;
  membership: Membership | null;
  now: Date;
}

export interface TextSearches {
  /**
   * Finds the passages of a novel that contain the words, one page of them. Only chapters that the viewer may read are
   * searched: the answer does not even tell whether a locked chapter has the words. Rejects with 404 for an unknown or
   * hidden book, with 503 where too many search at once or the search takes too long.
   */
  find(asked: TextSearch): Promise<TextSearchAnswer>;
  use(): GateUse;
}

export function createTextSearches({ db, dates, clock }: { db: Db; dates: Dates; clock: Clock }): TextSearches {
  const gate = createGate(gateLimits, searchRefusal);
  const remembered = createLru<FoldedChapter>({
    limit: mostRemembered,
    sizeOf: sizeOfFolded,
  });
  const listed = createMemo<ChapterWithText[] | null>({
    ...{ keepMs: listedForMs, limit: mostListed, now: () => clock().getTime(), changedAt: dates.changedAt },
  });
  const keyOf = ({ id, language }: ChapterWithText) => `${id} ${language}`;

  function recall(chapter: ChapterWithText): FoldedChapter | undefined {
    const known = remembered.get(keyOf(chapter));
    if (known?.revision !== chapter.revision) return undefined;
    known.usedAt = performance.now();
    return known;
  }

  /** Keeps a folded text. Where memory is full of texts in use, the new one is not kept. */
  function remember(asked: ChapterWithText, chapter: FoldedChapter): void {
    const [oldest] = remembered.rvalues();
    const isFull = remembered.calculatedSize + sizeOfFolded(chapter) > mostRemembered;
    if (!isFull || !oldest || performance.now() - oldest.usedAt >= inUseMs) remembered.set(keyOf(asked), chapter);
  }

  /** The folded chapters by their ids, from memory or from the database. */
  async function fold(chapters: readonly ChapterWithText[], mayGoOn: MayGoOn): Promise<Map<string, FoldedChapter>> {
    const folded = new Map<string, FoldedChapter>();
    const missing = new Map<string, ChapterWithText>();
    for (const chapter of chapters) {
      const known = recall(chapter);
      if (known) folded.set(chapter.id, known);
      else missing.set(chapter.id, chapter);
    }
    const read = missing.size > 0 ? await readTexts(db, [...missing.values()]) : [];
    for (const { chapterId, title, blocks } of read) {
      const asked = missing.get(chapterId);
      if (!asked) continue;
      const parts = await foldParts(blocks.map(textOf), mayGoOn);
      const chapter = { revision: asked.revision, title, parts, usedAt: performance.now() };
      folded.set(chapterId, chapter);
      remember(asked, chapter);
    }
    return folded;
  }

  async function* passagesWith(
    words: string,
    { chapters, mayGoOn }: { chapters: readonly ChapterWithText[]; mayGoOn: MayGoOn },
  ): AsyncGenerator<Passage> {
    for (const batch of batchesOf(chapters)) {
      const folded = await fold(batch, mayGoOn);
      for (const chapter of batch) {
        const { title = '', parts = [] } = folded.get(chapter.id) ?? {};
        for (const part of parts) {
          await mayGoOn();
          for (const index of indexesIn(part, words)) yield { chapter, title, index };
        }
      }
    }
  }

  async function search({ q, page, ...asked }: TextSearch): Promise<TextSearchAnswer> {
    const { bookId, language } = asked;
    const all = await listed.get(`${bookId} ${language}`, () => listChaptersWithText(db, { bookId, language }));
    if (!all) throw notFound('book_not_found', 'There is no such book');
    const mayGoOn = createTurns(performance.now() + mostMs);
    const chapters = await pickReadable(all, { ...asked, dates, mayGoOn });
    const words = foldPassage(q);
    if (words === '') return { result: [], total: 0 };
    const first = page * pageSize;
    const wanted: Passage[] = [];
    let total = 0;
    for await (const passage of passagesWith(words, { chapters, mayGoOn })) {
      total += 1;
      if (total > mostHits) break;
      if (total > first && total <= first + pageSize) wanted.push(passage);
    }
    return { result: await present(db, wanted, q), total };
  }

  return { find: (asked) => gate.run(() => search(asked)), use: gate.use };
}

type MayGoOn = () => Promise<void>;

/**
 * Returns a function that lets others have the event loop once the caller has had it for long; it throws after
 * `endsAt`.
 */
function createTurns(endsAt: number): MayGoOn {
  let since = performance.now();
  return async () => {
    const now = performance.now();
    if (now > endsAt) throw searchRefusal();
    if (now - since < holdMs) return;
    await rest(restMs);
    since = performance.now();
  };
}

/** The chapters that the viewer may read. */
async function pickReadable(
  chapters: readonly ChapterWithText[],
  asked: Pick<TextSearch, 'bookId' | 'membership' | 'now'> & { dates: Dates; mayGoOn: MayGoOn },
): Promise<ChapterWithText[]> {
  const { bookId, membership, now, dates, mayGoOn } = asked;
  const found: ChapterWithText[] = [];
  for (const chapter of chapters) {
    await mayGoOn();
    const access = accessOf(dates, { ...chapter, bookId }, now);
    const { kind } = decideChapterAccess({ access, membership, now });
    if (kind === 'free' || kind === 'member') found.push(chapter);
  }
  return found;
}

async function foldParts(texts: readonly string[], mayGoOn: MayGoOn): Promise<Part[]> {
  const parts: Part[] = [];
  let passages: string[] = [];
  let length = 0;
  for (const [index, text] of texts.entries()) {
    await mayGoOn();
    const folded = foldPassage(text);
    passages.push(folded);
    length += folded.length;
    if (length < partLength && index < texts.length - 1) continue;
    parts.push({ first: index + 1 - passages.length, folded: passages.join('\n') });
    passages = [];
    length = 0;
  }
  return parts;
}

/** The indexes of the blocks in which the words stand. */
function* indexesIn({ first, folded }: Part, words: string): Generator<number> {
  let index = first;
  let start = 0;
  for (let at = folded.indexOf(words); at >= 0; at = folded.indexOf(words, start)) {
    for (let end = folded.indexOf('\n', start); end >= 0 && end < at; end = folded.indexOf('\n', start)) {
      index += 1;
      start = end + 1;
    }
    yield index;
    const end = folded.indexOf('\n', at);
    if (end < 0) return;
    index += 1;
    start = end + 1;
  }
}

/** Chapters in batches by their size, at least one chapter in each. */
function batchesOf(chapters: readonly ChapterWithText[]): ChapterWithText[][] {
  const batches: ChapterWithText[][] = [];
  let room = 0;
  for (const chapter of chapters) {
    if (chapter.size <= room) batches.at(-1)?.push(chapter);
    else {
      batches.push([chapter]);
      room = batchBytes;
    }
    room -= chapter.size;
  }
  return batches;
}

async function present(db: Db, passages: readonly Passage[], q: string): Promise<TextHit[]> {
  if (passages.length === 0) return [];
  const blocks = await readBlocks(
    db,
    passages.map(({ chapter: { id, language }, index }) => ({ id, language, index })),
  );
  return passages.map(({ chapter, title, index }, place) => {
    const block = blocks[place];
    const excerpt = block ? excerptOf(textOf(block), q) : '';
    const { id, number, season, label } = chapter;
    return { chapter_uuid: id, chapter_number: number, season, label, title, index, excerpt };
  });
}

const before = 40;
const after = 120;

/** The words and the text around them, cut between words where there are spaces. */
function excerptOf(text: string, q: string): string {
  const [found] = findFolded(text, q, 1);
  const start = Math.max(0, (found?.start ?? 0) - before);
  const end = Math.min(text.length, (found?.end ?? 0) + after);
  const cut = text.slice(start, end).replace(/\s+/g, ' ');
  const head = start > 0 ? cut.replace(/^[\p{L}\p{M}\p{N}]{1,12} |^[\uDC00-\uDFFF]/u, '') : cut;
  const tail = end < text.length ? head.replace(/ [\p{L}\p{M}\p{N}]{1,12}$|[\uD800-\uDBFF]$/u, '') : head;
  return `${start > 0 ? '…' : ''}${tail.trim()}${end < text.length ? '…' : ''}`;
}
