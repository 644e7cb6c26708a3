import type { RefObject } from 'react';
import { useText } from '../../../../../web/i18n.tsx';
import { IconButton } from '../../../../../web/ui/IconButton.tsx';
import { BackIcon, ForwardIcon } from '../../../../../web/ui/icons.tsx';
import { useReader } from '../../chapter/reader.ts';
import { useNovelProgress } from '../../place/progress.ts';
import styles from './Folio.module.css';
import { usePageKeys } from './use-page-keys.ts';

interface FolioProps {
  content: RefObject<HTMLElement | null>;
  dir: 'ltr' | 'rtl';
}

/** Below a text in pages: which page is open, and the way to its neighbours, by button, key or wheel. */
export function Folio({ content, dir }: FolioProps) {
  const { handle } = useReader();
  const { t, dir: around } = useText();
  const progress = useNovelProgress();
  usePageKeys(content);
  const page = progress?.page ?? 0;
  // Icons turn below anything that runs from right to left; in an Arabic page these must not, where the book does not.
  const [Before, After] = around === 'rtl' && dir === 'ltr' ? [ForwardIcon, BackIcon] : [BackIcon, ForwardIcon];
  return (
    <div className={styles.folio} dir={dir}>
      <IconButton
        label={t('reading.previousPage')}
        disabled={page === 0}
        onClick={() => handle.current?.move('previous')}
      >
        <Before />
      </IconButton>
      {/* A reader who does not see the page turn hears that it did. */}
      <p role="status" dir={around}>
        {progress?.pages ? t('reading.page', { page: page + 1, total: progress.pages }) : null}
      </p>
      <IconButton label={t('reading.nextPage')} onClick={() => handle.current?.move('next')}>
        <After />
      </IconButton>
    </div>
  );
}
