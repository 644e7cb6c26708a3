import type { ReactNode } from 'react';
import { useApi } from '../../../web/api.tsx';
import { useText } from '../../../web/i18n.tsx';
import { useQuery } from '../../../web/query.ts';
import type { ShownAnnouncement } from '../contract.ts';
import styles from './OwnBars.module.css';

/** What is announced to this user beside what everybody sees. It lies over the page, so that it moves nothing. */
export function OwnBars({
  known,
  show,
}: {
  known: readonly { id: string }[];
  show: (bar: { id: string; pieces: ShownAnnouncement['pieces'] }) => ReactNode;
}) {
  const api = useApi();
  const { language } = useText();
  const { data } = useQuery({
    queryKey: ['announcements', language],
    queryFn: () => api.get('/user/announcements', { query: { language } }),
  });
  const bars = data?.result.filter((bar) => !known.some(({ id }) => id === bar.announcement_id)) ?? [];
  return <div className={styles.own}>{bars.map(({ announcement_id: id, pieces }) => show({ id, pieces }))}</div>;
}
