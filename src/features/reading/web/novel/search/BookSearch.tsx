import { type KeyboardEvent, useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { paths } from '../../../../../shared/paths.ts';
import { printedName } from '../../../../../shared/printed-name.ts';
import { findFolded } from '../../../../../shared/search-text.ts';
import { displayText } from '../../../../../shared/text.ts';
import { directionOfWords, type Worded } from '../../../../../shared/text-language.ts';
import { useText } from '../../../../../web/i18n.tsx';
import { useNavigate } from '../../../../../web/router.tsx';
import { Button } from '../../../../../web/ui/Button.tsx';
import { Dialog } from '../../../../../web/ui/Dialog.tsx';
import { Field } from '../../../../../web/ui/Field.tsx';
import type { TextHit } from '../../../contract.ts';
import { tagOf } from '../../chapter/chapter-place.ts';
import { useReader } from '../../chapter/reader.ts';
import type { NovelToolProps } from '../tools/tool.ts';
import styles from './BookSearch.module.css';
import '../text/highlight.css';
import { mark } from '../text/highlight.ts';
import { positionOf } from '../text/text-place.ts';
import { leaveFor } from '../tools/pending.ts';
import {
  type Excerpt,
  excerptFrom,
  excerptOf,
  mostPassages,
  type Passage,
  type Passages,
  passagesIn,
} from './passages.ts';
import { useBookSearch } from './use-book-search.ts';

const nothing: Passages = { found: [], isAll: true };

/** The search in a novel: in the open chapter at once, in all that may be read of the book by asking. */
export function BookSearch({ texts, chapter, pending, isOpen, onClose }: NovelToolProps & { isOpen: boolean }) {
  const { t } = useText();
  const { place, handle } = useReader();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const words = useDeferredValue(typed.trim());
  const isLongEnough = [...words].length >= 2;
  const passages = useMemo(() => (isLongEnough ? passagesIn(texts, words) : nothing), [texts, words, isLongEnough]);
  const inBook = useBookSearch({ bookUuid: place.bookUuid, language: chapter.language, words: isOpen ? words : '' });

  function show({ block, start, end }: Passage): void {
    onClose();
    handle.current?.goTo(positionOf({ block, offset: start }, texts));
    mark('found', { block, start, end });
  }

  function open(hit: TextHit): void {
    if (hit.chapter_uuid === place.chapterUuid) {
      const [first = { start: 0, end: 0 }] = findFolded(texts[hit.index] ?? '', words, 1);
      show({ block: hit.index, ...first });
      return;
    }
    onClose();
    leaveFor({ chapterUuid: hit.chapter_uuid, found: { block: hit.index, words } }, performance.now());
    const { chapter_uuid: chapterUuid, chapter_number: number } = hit;
    navigate(paths.chapter({ bookUuid: place.bookUuid, chapterUuid, number }));
  }

  /** Browsers would empty the field first. 229: as Safari tells of a key that ends a composition. */
  function closeAtOnce(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  }

  const arrive = useEffectEvent(({ block, words: wanted }: { block: number; words: string }) => {
    const [first = { start: 0, end: 0 }] = findFolded(texts[block] ?? '', wanted, 1);
    show({ block, ...first });
  });
  useEffect(() => {
    if (pending?.found) arrive(pending.found);
    return () => mark('found', null);
  }, [pending]);

  return (
    <Dialog
      open={isOpen}
      title={t('reading.novel.search')}
      closeLabel={t('reading.close')}
      placement="side"
      startsAtField
      onClose={onClose}
    >
      <div className={styles.search}>
        <Field
          label={t('reading.novel.searchWords')}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={100}
          value={typed}
          hint={typed !== '' && !isLongEnough ? t('reading.novel.tooShort') : undefined}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={closeAtOnce}
        />
        {isLongEnough && (
          <>
            <section>
              <h3 className={styles.heading}>{t('reading.novel.inChapter')}</h3>
              <p className={styles.count} role="status">
                {passages.found.length === 0 && t('reading.novel.nothingFound')}
                {!passages.isAll && t('reading.novel.foundMost', { total: mostPassages })}
                {passages.isAll &&
                  passages.found.length > 0 &&
                  t('reading.novel.found', { count: passages.found.length })}
              </p>
              <ul className={styles.hits} lang={tagOf(chapter)} dir={directionOfWords(chapter)}>
                {passages.found.map((passage) => (
                  <li key={`${passage.block}:${passage.start}`}>
                    <button type="button" className={styles.hit} onClick={() => show(passage)}>
                      <ShownPassage {...excerptOf(texts[passage.block] ?? '', passage)} />
                    </button>
                  </li>
                ))}
              </ul>
            </section>
            <WholeBook {...{ inBook, words }} onOpen={open} edition={chapter} />
          </>
        )}
      </div>
    </Dialog>
  );
}

function WholeBook({
  inBook,
  words,
  edition,
  onOpen,
}: {
  inBook: ReturnType<typeof useBookSearch>;
  words: string;
  edition: Worded;
  onOpen: (hit: TextHit) => void;
}) {
  const text = useText();
  const { t } = text;
  const { state, hits, total } = inBook;
  const most = 500;
  return (
    <section aria-busy={state === 'asking'}>
      <h3 className={styles.heading}>{t('reading.novel.inBook')}</h3>
      <p className={styles.count} role="status">
        {state === 'failed' && t('reading.novel.searchFailed')}
        {state === 'answered' && total === 0 && t('reading.novel.nothingFound')}
        {state === 'answered' && total > most && t('reading.novel.foundMost', { total: most })}
        {state === 'answered' && total > 0 && total <= most && t('reading.novel.found', { count: total })}
        {(state === 'idle' || state === 'asking') && t('reading.loading')}
      </p>
      <ul className={styles.hits} lang={tagOf(edition)} dir={directionOfWords(edition)}>
        {hits.map((hit) => (
          <li key={`${hit.chapter_uuid}:${hit.index}`}>
            <button type="button" className={styles.hit} onClick={() => onOpen(hit)}>
              <span className={styles.chapter}>
                {t('reading.novel.chapterTitle', {
                  chapter: printedName(text, { ...hit, number: hit.chapter_number }),
                  title: displayText(hit.title),
                })}
              </span>
              <ShownPassage {...excerptFrom(hit.excerpt, words)} />
            </button>
          </li>
        ))}
      </ul>
      {state === 'answered' && hits.length < total && (
        <Button onClick={inBook.more}>{t('reading.novel.moreFound')}</Button>
      )}
      {state === 'failed' && <Button onClick={inBook.retry}>{t('reading.retry')}</Button>}
    </section>
  );
}

function ShownPassage({ before, found, after }: Excerpt) {
  return (
    <span>
      {before}
      {found !== '' && <mark className={styles.mark}>{found}</mark>}
      {after}
    </span>
  );
}
