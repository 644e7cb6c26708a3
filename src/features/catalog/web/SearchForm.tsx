import { paths } from '../../../shared/paths.ts';
import { useText } from '../../../web/i18n.tsx';
import { addressLanguage } from '../../../web/navigation.ts';
import { useNavigate, useOpenedPage } from '../../../web/router.tsx';
import { SearchIcon } from '../../../web/ui/icons.tsx';
import styles from './SearchForm.module.css';
import { tidyWords } from './selection.ts';

/** A field that leads to the search page, with or without code. */
export function SearchForm({ words }: { words: string }) {
  const { t } = useText();
  const navigate = useNavigate();
  const language = addressLanguage(useOpenedPage().search);
  return (
    <search className={styles.search}>
      <form
        action={paths.search()}
        className={styles.field}
        onSubmit={(event) => {
          event.preventDefault();
          const q = tidyWords(String(new FormData(event.currentTarget).get('q')));
          navigate(`${paths.search()}?${new URLSearchParams(q && { q })}`);
        }}
      >
        <SearchIcon className={styles.icon} />
        <input
          key={words}
          type="search"
          name="q"
          className={styles.input}
          aria-label={t('catalog.search')}
          placeholder={t('catalog.searchHint')}
          defaultValue={words}
          maxLength={100}
          autoComplete="off"
          enterKeyHint="search"
        />
        {language && <input type="hidden" name="lang" value={language} />}
      </form>
    </search>
  );
}
