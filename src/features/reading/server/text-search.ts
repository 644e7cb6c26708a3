import type { Db } from '../../../server/db.ts';
import { notFound } from '../../../server/errors.ts';
import type { Language } from '../../../shared/languages.ts';
import { findFolded, foldForSearch } from '../../../shared/search-text.ts';
import { listTexts, searchTexts, type TextHit } from '../../catalog/server/catalog.ts';
import type { TextSearchAnswer } from '../contract.ts';
import { decideChapterAccess, type Membership } from '../rules.ts';

const pageSize = 20;
/** Nobody leafs through more; the search goes no further. */
const mostHits = 500;

interface TextSearch {
  bookId: string;
  language: Language;
  q: string;
  page: number;
  membership: Membership | null;
  now: Date;
}

/**
 * The passages of a novel in which the words stand, one page of them. Only what the asker may read is searched: a locked
 * chapter gives away neither a word nor that one is in it. Rejects with 404 for an unknown or hidden book.
 */
export async function searchBookText(db: Db, asked: TextSearch): Promise<TextSearchAnswer> {
  const { bookId, language, q, page, membership, now } = asked;
  const texts = await listTexts(db, { bookId, language });
  if (!texts) throw notFound('book_not_found', 'There is no such book');
  const chapters = texts.filter(({ number: chapterNumber, publicFreeChapters }) => {
    const { kind } = decideChapterAccess({ chapterNumber, publicFreeChapters, membership, now });
    return kind === 'free' || kind === 'member';
  });
  const words = foldForSearch(q);
  if (words === '') return { result: [], total: 0 };
  const offset = page * pageSize;
  const { hits, total } =
    offset > mostHits
      ? { hits: [], total: 0 }
      : await searchTexts(db, { chapters, words, most: mostHits + 1, limit: pageSize, offset });
  return { result: hits.map((hit) => presentHit(hit, q)), total };
}

function presentHit({ chapterId, chapterNumber, title, index, text }: TextHit, q: string) {
  return { chapter_uuid: chapterId, chapter_number: chapterNumber, title, index, excerpt: excerptOf(text, q) };
}

const before = 40;
const after = 120;

/** The words and what stands around them, cut between words where there are spaces. */
function excerptOf(text: string, q: string): string {
  const [found] = findFolded(text, q, 1);
  const start = Math.max(0, (found?.start ?? 0) - before);
  const end = Math.min(text.length, (found?.end ?? 0) + after);
  const cut = text.slice(start, end).replace(/\s+/g, ' ');
  const head = start > 0 ? cut.replace(/^[\p{L}\p{M}\p{N}]{1,12} |^[\uDC00-\uDFFF]/u, '') : cut;
  const tail = end < text.length ? head.replace(/ [\p{L}\p{M}\p{N}]{1,12}$|[\uD800-\uDBFF]$/u, '') : head;
  return `${start > 0 ? '…' : ''}${tail.trim()}${end < text.length ? '…' : ''}`;
}
