import { useDeferredValue, useState } from 'react';
import { latinDigits } from '../../../shared/digits.ts';
import { paths } from '../../../shared/paths.ts';
import { printedName } from '../../../shared/printed-name.ts';
import { displayText } from '../../../shared/text.ts';
import { tagOfWords } from '../../../shared/text-language.ts';
import { useApi } from '../../../web/api.tsx';
import { useText } from '../../../web/i18n.tsx';
import { useQuery } from '../../../web/query.ts';
import { Link } from '../../../web/router.tsx';
import { BareField } from '../../../web/ui/BareField.tsx';
import { useSettled } from '../../../web/use-settled.ts';
import styles from './FindChapter.module.css';

/** A new letter within this time asks nothing yet. */
const restMs = 200;
const longestAsked = 100;

/** A field that finds chapters of a book by title, label or number, and what it found. */
export function FindChapter({ bookUuid }: { bookUuid: string }) {
  const text = useText();
  const { t, language } = text;
  const api = useApi();
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(useSettled(latinDigits(typed.normalize('NFKC').trim()), restMs));
  const found = useQuery({
    queryKey: ['find-chapter', bookUuid, language, q],
    queryFn: () =>
      api.get('/comics/chapters/find/:bookId/:language', { params: { bookId: bookUuid, language }, query: { q } }),
    enabled: q !== '',
  });
  const chapters = q === '' ? undefined : found.data?.result;
  return (
    <div className={styles.find}>
      <BareField
        label={t('catalog.findChapter')}
        type="search"
        className={styles.input}
        autoComplete="off"
        maxLength={longestAsked}
        placeholder={t('catalog.findChapterHint')}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <p role="status" className={styles.count}>
        {chapters && t('catalog.chaptersFound', { count: chapters.length })}
        {q !== '' && found.isError && t('catalog.findFailed')}
      </p>
      {chapters && chapters.length > 0 && (
        <ul className={styles.list}>
          {chapters.map((chapter) => {
            const { chapter_uuid: chapterUuid, chapter_number: number } = chapter;
            return (
              <li key={chapterUuid}>
                <Link to={paths.chapter({ bookUuid, chapterUuid, number })} className={styles.link}>
                  <span className={styles.name}>{printedName(text, { ...chapter, number })}</span>
                  <span dir="auto" lang={tagOfWords(chapter)}>
                    {displayText(chapter.title).trim()}
                  </span>
                </Link>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
