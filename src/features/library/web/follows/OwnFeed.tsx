import { useState } from 'react';
import { useApi } from '../../../../web/api.tsx';
import { ApiError } from '../../../../web/api-client.ts';
import { writeUtcDay } from '../../../../web/date-time.ts';
import { useText } from '../../../../web/i18n.tsx';
import { useQuery, useQueryClient } from '../../../../web/query.ts';
import { Button } from '../../../../web/ui/Button.tsx';
import { CopyField } from '../../../../web/ui/CopyField.tsx';
import { Notice } from '../../../../web/ui/Notice.tsx';
import { FeedIcon } from '../icons.tsx';
import styles from './OwnFeed.module.css';

/**
 * The address of a feed of one's own: shown once, changed or ended at will. Everybody who has the address can read the
 * feed, so the page shows it only when it is made.
 */
export function OwnFeed({ userUuid }: { userUuid: string }) {
  const { t, language } = useText();
  const api = useApi();
  const queryClient = useQueryClient();
  const queryKey = ['feed-token', userUuid];
  const token = useQuery({ queryKey, queryFn: () => api.get('/user/feed_token') });
  const [url, setUrl] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const createdAt = token.data?.result?.created_at ?? null;

  async function change(call: () => Promise<string | null>): Promise<void> {
    setBusy(true);
    setFailed(false);
    try {
      setUrl(await call());
      await queryClient.fetchQuery({
        queryKey,
        queryFn: () => api.get('/user/feed_token'),
        staleTime: 0,
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailed(true);
    }
    setBusy(false);
  }

  const create = async () => (await api.send('POST', '/user/feed_token', { query: { language } })).result.url;
  const end = async () => {
    await api.send('DELETE', '/user/feed_token');
    return null;
  };

  return (
    <details className={styles.feed}>
      <summary className={styles.summary}>
        <FeedIcon />
        {t('library.ownFeed')}
      </summary>
      <div className={styles.content}>
        <p className={styles.text}>{t('library.ownFeedText')}</p>
        {url !== null && (
          <CopyField
            label={t('library.feedAddress')}
            value={url}
            copyLabel={t('library.copy')}
            copiedText={t('library.copied')}
            selectedText={t('library.selected')}
          />
        )}
        <p role="status" className={styles.text}>
          {url !== null
            ? t('library.feedOnce')
            : createdAt !== null && t('library.feedSince', { date: writeUtcDay(createdAt, language) })}
        </p>
        {hasFailed && <Notice>{t('library.feedFailed')}</Notice>}
        <div className={styles.actions}>
          <Button disabled={isBusy || !token.data} onClick={() => void change(create)}>
            {t(createdAt === null ? 'library.feedCreate' : 'library.feedRotate')}
          </Button>
          {createdAt !== null && (
            <Button variant="quiet" disabled={isBusy} onClick={() => void change(end)}>
              {t('library.feedEnd')}
            </Button>
          )}
        </div>
      </div>
    </details>
  );
}
