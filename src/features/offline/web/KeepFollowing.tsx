import { useEffect, useState } from 'react';
import { useApi } from '../../../web/api.tsx';
import { useText } from '../../../web/i18n.tsx';
import { useQuery } from '../../../web/query.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { showToast } from '../../../web/ui/toasts.ts';
import { followingQuery } from './chapter-sizes.ts';
import styles from './KeepChapter.module.css';
import { KeepIcon } from './KeepIcon.tsx';
import { keepAll, useKept } from './kept-store.ts';
import { findRoom } from './room.ts';
import { writeSize } from './sizes.ts';

/** Keeps the next chapters with one press, if some are not kept yet and there is space for them. */
export function KeepFollowing({ chapterUuid, onBegin }: { chapterUuid: string; onBegin: () => void }) {
  const text = useText();
  const { t, language } = text;
  const { data: following } = useQuery(followingQuery({ api: useApi(), language, chapterUuid }));
  const kept = useKept();
  const room = useRoom();
  if (!following || !kept || room === undefined) return null;
  const missing = following.filter(({ chapterUuid }) => !kept.some((chapter) => chapter.chapterUuid === chapterUuid));
  const count = missing.length;
  if (count === 0) return null;
  const bytes = missing.reduce((sum, chapter) => sum + chapter.bytes, 0);
  const size = writeSize(bytes, text);
  if (room !== null && room < bytes) return <p className={styles.size}>{t('offline.noRoomFor', { count, size })}</p>;

  async function begin(): Promise<void> {
    onBegin();
    const chapterUuids = missing.map(({ chapterUuid }) => chapterUuid);
    const { bytes, fault } = await keepAll(chapterUuids, language);
    if (fault) showToast({ text: t(`offline.fault.${fault}`) });
    else showToast({ text: t('offline.keptAll', { count, size: writeSize(bytes, text) }) });
  }

  return (
    <span className={styles.control}>
      <Button onClick={() => void begin()}>
        <KeepIcon />
        {t('offline.keepNext', { count })}
      </Button>
      <span className={styles.size}>{t('offline.about', { size })}</span>
    </span>
  );
}

/** Undefined until the browser has answered. */
function useRoom(): number | null | undefined {
  const [room, setRoom] = useState<number | null>();
  useEffect(() => {
    void findRoom().then(setRoom);
  }, []);
  return room;
}
