import { useEffect, useMemo, useState } from 'react';
import { useText } from '../../../../web/i18n.tsx';
import { createPart, usePart } from '../../../../web/part.ts';
import { IconButton } from '../../../../web/ui/IconButton.tsx';
import { SearchIcon } from '../../../../web/ui/icons.tsx';
import { showToast } from '../../../../web/ui/toasts.ts';
import { textOf } from '../../block-text.ts';
import type { ReadableChapter } from '../chapter/chapter.ts';
import { useButtonAction, useReader } from '../chapter/reader.ts';
import { bindingsOf, faceOf } from '../settings/key-bindings.ts';
import { useReaderSettings } from '../settings/settings.ts';
import { AloudIcon } from './tools/icons.tsx';
import { type Pending, takePending } from './tools/pending.ts';

const searchPart = createPart(() => import('./search/BookSearch.tsx').then((module) => module.BookSearch));
const aloudPart = createPart(() => import('./aloud/ReadAloud.tsx').then((module) => module.ReadAloud));

/**
 * The buttons of a novel in the bar above, and the panels that they open; a panel's code loads when it is first opened.
 */
export function NovelTools({ chapter }: { chapter: ReadableChapter }) {
  const { t } = useText();
  const { place } = useReader();
  const { keys } = useReaderSettings();
  const bindings = useMemo(() => bindingsOf(keys), [keys]);
  const shortcutOf = (action: 'search' | 'readAloud') => bindings[action].map(faceOf).join(' ') || undefined;
  const [isSearching, setSearching] = useState(false);
  const [isAloud, setAloud] = useState(false);
  const search = () => setSearching(true);
  const readAloud = () => setAloud(!isAloud);
  useButtonAction('search', search);
  useButtonAction('readAloud', readAloud);
  const [pending, setPending] = useState<Pending | null>(null);
  const failing = (undo: () => void) => () => {
    undo();
    showToast({ text: t('reading.partFailed') });
  };
  const { Component: Search } = usePart(searchPart, {
    isWanted: isSearching || pending?.found !== undefined,
    onFail: failing(() => {
      setSearching(false);
      setPending(null);
    }),
  });
  const { Component: Aloud } = usePart(aloudPart, { isWanted: isAloud, onFail: failing(() => setAloud(false)) });

  useEffect(() => {
    const left = takePending(place.chapterUuid, performance.now());
    if (!left) return;
    setPending(left);
    if (left.aloud) setAloud(true);
  }, [place.chapterUuid]);

  // Making the words of a whole chapter takes a while: only when they are searched or read aloud.
  const isUsed = Search !== null || (Aloud !== null && isAloud);
  const texts = useMemo(() => (isUsed && chapter.blocks?.map(textOf)) || [], [isUsed, chapter.blocks]);
  const parts = { texts, chapter, pending };
  return (
    <>
      <IconButton
        label={t('reading.novel.search')}
        aria-haspopup="dialog"
        aria-keyshortcuts={shortcutOf('search')}
        onClick={search}
      >
        <SearchIcon />
      </IconButton>
      <IconButton
        label={t('reading.novel.aloud')}
        aria-pressed={isAloud}
        aria-keyshortcuts={shortcutOf('readAloud')}
        onClick={readAloud}
      >
        <AloudIcon />
      </IconButton>
      {Search && <Search {...parts} isOpen={isSearching} onClose={() => setSearching(false)} />}
      {Aloud && isAloud && <Aloud {...parts} onClose={() => setAloud(false)} />}
    </>
  );
}
