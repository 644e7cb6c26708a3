import { useState } from 'react';
import { Link } from '../../../../web/router.tsx';
import { Button, buttonClass } from '../../../../web/ui/Button.tsx';
import { showToast } from '../../../../web/ui/toasts.ts';
import { studioPaths } from '../../../studio/pages.ts';
import { useStudioCalls } from '../../../studio/web/calls.ts';
import { useOutcomes } from '../../../studio/web/Outcomes.tsx';
import { useAttempt } from '../../../studio/web/problems.ts';
import { isolate, useStudioText } from '../../../studio/web/words.ts';
import type { ImportOnWire } from '../../studio-contract.ts';
import styles from './Plan.module.css';

/** What one wants to do with the books that an import has brought in. */
export function AfterImport({ given: { books } }: { given: ImportOnWire }) {
  const { t } = useStudioText();
  const calls = useStudioCalls();
  const attempt = useAttempt();
  const { tell, dialog } = useOutcomes();
  const [published, setPublished] = useState<ReadonlySet<string>>(new Set());

  const publish = (id: string, name: string) =>
    attempt(async () => {
      const { data } = await calls.send('POST', '/studio/books/bulk', { body: { books: [id], action: 'publish' } });
      if (data.result.every(({ ok }) => ok)) {
        setPublished(new Set([...published, id]));
        showToast({ text: t('imports.published') });
      } else tell(data.result.map((row) => ({ ...row, id, name })));
    });

  return (
    <>
      {books.map(({ book_uuid: id, title }) =>
        id === null ? null : (
          <div key={id} className={styles.commit}>
            <Link to={studioPaths.book(id)} className={buttonClass({ variant: 'primary' })}>
              {t('imports.openBook', { title: isolate(title) })}
            </Link>
            <div className={styles.after}>
              <Button disabled={published.has(id)} onClick={() => void publish(id, title)}>
                {t('imports.publishDrafts')}
              </Button>
              <Link to={studioPaths.scheduleDrafts(id)} className={buttonClass()}>
                {t('imports.schedule')}
              </Link>
            </div>
          </div>
        ),
      )}
      {dialog}
    </>
  );
}
