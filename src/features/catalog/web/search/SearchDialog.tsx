import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { paths } from '../../../../shared/paths.ts';
import { displayText } from '../../../../shared/text.ts';
import { useApi } from '../../../../web/api.tsx';
import { useText } from '../../../../web/i18n.tsx';
import { useQuery } from '../../../../web/query.ts';
import { useNavigate } from '../../../../web/router.tsx';
import { classes } from '../../../../web/ui/classes.ts';
import { IconButton } from '../../../../web/ui/IconButton.tsx';
import { CloseIcon, SearchIcon, UserIcon } from '../../../../web/ui/icons.tsx';
import { Notice } from '../../../../web/ui/Notice.tsx';
import { useBackCloses } from '../../../../web/ui/use-back-closes.ts';
import { useSettled } from '../../../../web/use-settled.ts';
import type { Suggestion } from '../../contract.ts';
import { BookCover } from '../BookCover.tsx';
import { tidyWords } from '../selection.ts';
import styles from './SearchDialog.module.css';
import { suggestQuery } from './search-queries.ts';
import { nothingAsked, searchAddress } from './search-selection.ts';
import { useLast } from './use-last.ts';

/** A row of the list, and the page that it opens. */
interface Choice {
  key: string;
  to: string;
  shown: ReactNode;
}

/**
 * A field that suggests books, authors and genres while one types, by the pattern of a combobox with a list: the focus
 * stays in the field, arrows move through the list, Enter opens the active row or searches, Escape closes.
 */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const { t, language } = useText();
  const navigate = useNavigate();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const pressed = useRef<EventTarget>(null);
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState<string | null>(null);
  const words = tidyWords(typed);
  const settled = useSettled(words, 150);
  const asked = useQuery(suggestQuery(useApi(), language, settled));
  const found = useLast(asked.data?.result);
  const isLate = words !== '' && (words !== settled || (!asked.data && !asked.isError));
  const choices = words === '' ? [] : [...(found ?? []).map(choiceOf), searchFor(words)];
  const current = choices.find(({ key }) => key === active);
  const idOf = ({ key }: Choice) => `${id}-${choices.findIndex((choice) => choice.key === key)}`;

  useBackCloses(true, onClose);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // Closing gives the focus back.
    return () => shown?.close();
  }, []);

  function choiceOf(suggestion: Suggestion): Choice {
    const { kind, text } = suggestion;
    return {
      key: `${kind} ${suggestion.book_uuid ?? text}`,
      to: addressOf(suggestion),
      shown: <Suggested suggestion={suggestion} />,
    };
  }

  function searchFor(query: string): Choice {
    return {
      key: '',
      to: searchAddress({ ...nothingAsked, words: query }),
      shown: (
        <Row picture={<SearchIcon />}>
          <span dir="auto">{t('catalog.suggest.search', { query })}</span>
        </Row>
      ),
    };
  }

  function open(to: string): void {
    onClose();
    navigate(to);
  }

  function press(event: KeyboardEvent): void {
    // Keys that an input method uses are its own; 229: as Safari tells of the Enter that ends a composition.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      open(current?.to ?? searchAddress({ ...nothingAsked, words }));
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || choices.length === 0) return;
    event.preventDefault();
    const at = current ? choices.indexOf(current) : step < 0 ? 0 : -1;
    setActive(choices.at((at + step) % choices.length)?.key ?? null);
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press beside the dialog is for pointers; Esc is for the keyboard
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={t('catalog.search')}
      onClose={onClose}
      onPointerDown={(event) => {
        pressed.current = event.target;
      }}
      onClick={(event) => {
        // A press that began inside, as in a selection of text, does not close it.
        if (event.target === dialog.current && pressed.current === dialog.current) onClose();
      }}
    >
      <div className={styles.content}>
        <div className={styles.head}>
          <SearchIcon className={styles.icon} />
          <input
            className={styles.input}
            role="combobox"
            aria-label={t('catalog.search')}
            aria-expanded={choices.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={current && idOf(current)}
            placeholder={t('catalog.searchHint')}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            inputMode="search"
            enterKeyHint="search"
            maxLength={100}
            dir={typed === '' ? undefined : 'auto'}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setActive(null);
            }}
            onKeyDown={press}
          />
          <IconButton label={t('app.close')} onClick={onClose}>
            <CloseIcon />
          </IconButton>
          {isLate && <span className={styles.late} />}
        </div>
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label={t('catalog.suggest.title')}
          aria-busy={isLate}
          className={classes(styles.list, choices.length === 0 && styles.empty)}
        >
          {choices.map((choice) => (
            <Option key={choice.key} id={idOf(choice)} isActive={choice === current} onTake={() => open(choice.to)}>
              {choice.shown}
            </Option>
          ))}
        </div>
        {asked.isError && !isLate && (
          <Notice className={styles.failed} action={{ label: t('app.retry'), act: () => void asked.refetch() }}>
            {t('catalog.suggest.failed')}
          </Notice>
        )}
        {words === '' && <p className={styles.hint}>{t('catalog.suggest.hint')}</p>}
        <p role="status" className="visually-hidden">
          {words !== '' && (isLate ? t('catalog.loading') : t('catalog.suggest.count', { count: found?.length ?? 0 }))}
        </p>
      </div>
    </dialog>
  );
}

/** Authors and genres lead to the books that have them. */
function addressOf({ kind, text, book_uuid: bookUuid, tag }: Suggestion): string {
  if (kind === 'book' && bookUuid) return paths.book(bookUuid);
  const wanted = kind === 'tag' ? { tags: [tag ?? text] } : { words: tidyWords(displayText(text)) };
  return searchAddress({ ...nothingAsked, ...wanted });
}

function Suggested({ suggestion }: { suggestion: Suggestion }) {
  const { t } = useText();
  const { kind, author = '', cover = null, book_uuid: uuid = '' } = suggestion;
  const text = displayText(suggestion.text);
  switch (kind) {
    case 'book':
      return (
        <Row picture={<BookCover book={{ uuid, title: text, cover }} sizes="44px" />} note={displayText(author)}>
          {text}
        </Row>
      );
    case 'author':
      return (
        <Row picture={<UserIcon />} note={t('catalog.suggest.author')}>
          {text}
        </Row>
      );
    case 'tag':
      return (
        <Row picture={<span>#</span>} note={t('catalog.suggest.tag')}>
          {text}
        </Row>
      );
  }
}

function Row({ picture, note, children }: { picture: ReactNode; note?: string; children: ReactNode }) {
  return (
    <>
      <span className={styles.picture} aria-hidden="true">
        {picture}
      </span>
      <span className={styles.words}>
        <bdi className={styles.text}>{children}</bdi>
        {note && (
          <>
            {' '}
            <bdi className={styles.note}>{note}</bdi>
          </>
        )}
      </span>
    </>
  );
}

function Option({
  id,
  isActive,
  onTake,
  children,
}: {
  id: string;
  isActive: boolean;
  onTake: () => void;
  children: ReactNode;
}) {
  const option = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) option.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
    <div
      ref={option}
      id={id}
      role="option"
      aria-selected={isActive}
      className={classes(styles.option, isActive && styles.active)}
      // A press does not take the focus from the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onTake}
    >
      {children}
    </div>
  );
}
