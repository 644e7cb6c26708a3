import { useEffect, useRef, useState } from 'react';
import { useApi } from '../../../../../web/api.tsx';
import { useText } from '../../../../../web/i18n.tsx';
import { useQueryClient } from '../../../../../web/query.ts';
import { useNavigate } from '../../../../../web/router.tsx';
import { chapterQuery } from '../../chapter/chapter.ts';
import { useReader } from '../../chapter/reader.ts';
import { useNextChapter } from '../../end/use-next-chapter.ts';
import { leaveFor } from '../tools/pending.ts';
import type { ReadingOn } from '../tools/reading-on.ts';

interface Onwards {
  /** Why reading aloud stopped before the next chapter; null where it did not. */
  stopped: 'locked' | 'failed' | null;
  /** Opens the next chapter to be read aloud, if its reader may read it. */
  goOn: (on: ReadingOn) => void;
}

/** Leads from one chapter that is read aloud to the next one, which is made ready once this one is half heard. */
export function useReadingOn({ isHalfHeard }: { isHalfHeard: boolean }): Onwards {
  const { place } = useReader();
  const api = useApi();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { language } = useText();
  const [stopped, setStopped] = useState<Onwards['stopped']>(null);
  const isHere = useRef(true);
  const known = useNextChapter({ isHalfRead: isHalfHeard, isNearEnd: false });
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  async function goOn(on: ReadingOn): Promise<void> {
    const { next } = place.neighbours;
    if (!next) return;
    if (known?.access === 'refused') return setStopped('locked');
    setStopped(null);
    const query = chapterQuery(api, { chapterUuid: next.chapterUuid, language });
    const state = await queryClient.fetchQuery({ ...query, retry: false }).then(
      (opened) => opened.state,
      () => 'failed' as const,
    );
    // A listener who closed the panel, or opened another chapter meanwhile, does not want to be led on.
    if (!isHere.current) return;
    if (state !== 'open') return setStopped(state);
    leaveFor({ chapterUuid: next.chapterUuid, aloud: on }, performance.now());
    navigate(next.to);
  }

  return { stopped, goOn: (on) => void goOn(on) };
}
