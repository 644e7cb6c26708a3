import { useEffect, useState } from 'react';
import type { Language } from '../../../../../shared/languages.ts';
import { useApi } from '../../../../../web/api.tsx';
import type { TextHit } from '../../../contract.ts';

export interface BookSearchState {
  state: 'idle' | 'asking' | 'answered' | 'failed';
  hits: readonly TextHit[];
  total: number;
  more: () => void;
  /** Asks again what got no answer. */
  retry: () => void;
}

/** The search waits until the reader has stopped typing for so long. */
const typingMs = 350;

interface Found {
  words: string;
  state: 'asking' | 'answered' | 'failed';
  hits: readonly TextHit[];
  total: number;
  page: number;
}

/** Searches the whole book for what was typed, page by page; nothing for fewer than two characters. */
export function useBookSearch(asked: { bookUuid: string; language: Language; words: string }): BookSearchState {
  const { bookUuid, language, words } = asked;
  const api = useApi();
  const [found, setFound] = useState<Found | null>(null);
  const [asking, setAsking] = useState({ words, page: 0, attempt: 0 });
  if (asking.words !== words) setAsking({ words, page: 0, attempt: 0 });
  const { page: wanted, attempt } = asking;

  useEffect(() => {
    if ([...words].length < 2) return;
    let isGone = false;
    const keepFirst = (before: Found | null) => (wanted > 0 && before?.words === words ? before : null);
    const ask = async () => {
      setFound((before) => ({ hits: [], total: 0, page: 0, ...keepFirst(before), words, state: 'asking' }));
      try {
        const { result, total } = await api.get('/reader/book/:bookId/:language/text', {
          params: { bookId: bookUuid, language },
          query: { q: words, page: wanted },
        });
        if (isGone) return;
        setFound((before) => {
          const hits = [...(keepFirst(before)?.hits ?? []), ...result];
          return { words, state: 'answered', hits, total: Math.max(total, hits.length), page: wanted };
        });
      } catch {
        if (!isGone)
          setFound((before) => ({ hits: [], total: 0, page: 0, ...keepFirst(before), words, state: 'failed' }));
      }
    };
    const timer = setTimeout(() => void ask(), wanted + attempt > 0 ? 0 : typingMs);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [api, bookUuid, language, words, wanted, attempt]);

  const more = () => setAsking({ words, page: (found?.page ?? 0) + 1, attempt: 0 });
  const retry = () => setAsking({ words, page: wanted, attempt: attempt + 1 });
  if ([...words].length < 2 || found?.words !== words) return { state: 'idle', hits: [], total: 0, more, retry };
  return { state: found.state, hits: found.hits, total: found.total, more, retry };
}
