import type { ReactNode } from 'react';
import { paths } from '../../shared/paths.ts';
import { displayText } from '../../shared/text.ts';
import { tagOfWords, type Worded } from '../../shared/text-language.ts';
import { useApi } from '../../web/api.tsx';
import { useText } from '../../web/i18n.tsx';
import { useQueryClient } from '../../web/query.ts';
import { Link, useNavigate } from '../../web/router.tsx';
import { useSite } from '../../web/site.tsx';
import { useStore } from '../../web/store.ts';
import { Button, buttonClass } from '../../web/ui/Button.tsx';
import styles from './AskAge.module.css';
import { addAdultBooks, adultStore } from './adult-books.ts';
import { MessagePage } from './MessagePage.tsx';

/** From this age on a reader may see books for adults. */
const age = 18;

/** A book as far as everybody may see it, and for whom it is. */
export interface RatedBook extends Worded {
  book_title: string;
  rating: string | null;
}

/** Asks readers for their age, once, before they see anything of a book for adults but its title. */
export function AskAge({ book, children }: { book: RatedBook; children: ReactNode }) {
  const { t } = useText();
  const api = useApi();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { showsAdultBooks } = useSite();
  if (useStore(adultStore, false) || showsAdultBooks) return children;

  async function answer() {
    const { changeReaderSettings } = await import('../../features/reading/web/settings/change-settings.ts');
    changeReaderSettings({ adult: true });
    addAdultBooks({ api, queryClient });
    // The page opens as from a link: with its data, and with the focus on its heading.
    navigate(location.pathname + location.search + location.hash, { replace: true });
  }
  return (
    <div className={styles.question}>
      <MessagePage
        title={<bdi lang={tagOfWords(book)}>{displayText(book.book_title)}</bdi>}
        action={
          <>
            <Button variant="primary" onClick={() => void answer()}>
              {t('catalog.age.yes', { age })}
            </Button>
            <Link to={paths.home()} className={buttonClass()}>
              {t('app.toHome')}
            </Link>
          </>
        }
      >
        {t('catalog.age.question', { age })}
      </MessagePage>
    </div>
  );
}
