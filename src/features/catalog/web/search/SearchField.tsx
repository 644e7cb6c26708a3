import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useText } from '../../../../web/i18n.tsx';
import { IconButton } from '../../../../web/ui/IconButton.tsx';
import { CloseIcon, SearchIcon } from '../../../../web/ui/icons.tsx';
import styles from '../SearchForm.module.css';
import { tidyWords } from '../selection.ts';

const pauseMs = 300;

/** The words to search books by, in the page's form; the search starts when the typing pauses. */
export function SearchField({ words, onSearch }: { words: string; onSearch: (words: string) => void }) {
  const { t } = useText();
  const [typed, setTyped] = useState(words);
  const searched = useRef(words);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const input = useRef<HTMLInputElement>(null);

  // The Back button, a link or the form may change the words in the field.
  useEffect(() => {
    if (words !== searched.current) setTyped(words);
    searched.current = words;
  }, [words]);

  /** Takes the words that were typed before this code was loaded. */
  const takeEarlyWords = useEffectEvent(() => {
    const early = input.current?.value ?? words;
    if (early !== words) type(early);
  });
  useEffect(() => {
    takeEarlyWords();
    return () => clearTimeout(timer.current);
  }, []);

  function type(text: string) {
    setTyped(text);
    searchSoon(text);
  }

  function searchNow(text: string) {
    clearTimeout(timer.current);
    const tidy = tidyWords(text);
    if (tidy === searched.current) return;
    searched.current = tidy;
    onSearch(tidy);
  }

  function searchSoon(text: string) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => searchNow(text), pauseMs);
  }

  return (
    <div className={styles.field}>
      <SearchIcon className={styles.icon} />
      <input
        ref={input}
        type="search"
        name="q"
        className={styles.input}
        aria-label={t('catalog.search')}
        placeholder={t('catalog.searchHint')}
        value={typed}
        maxLength={100}
        dir={typed === '' ? undefined : 'auto'} // the placeholder has the page's direction, the words have their own
        autoComplete="off"
        enterKeyHint="search"
        onChange={(event) => {
          // Letters that an input method is still turning into Han characters are not words yet.
          const composing = event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing;
          (composing ? setTyped : type)(event.target.value);
        }}
        onCompositionEnd={(event) => searchSoon(event.currentTarget.value)}
      />
      {typed !== '' && (
        <IconButton
          label={t('catalog.clearSearch')}
          className={styles.clear}
          onClick={() => {
            setTyped('');
            searchNow('');
            input.current?.focus();
          }}
        >
          <CloseIcon />
        </IconButton>
      )}
    </div>
  );
}
