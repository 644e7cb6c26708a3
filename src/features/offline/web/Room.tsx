import { useEffect, useState } from 'react';
import { useText } from '../../../web/i18n.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import styles from './Room.module.css';
import { findRoom } from './room.ts';
import { writeSize } from './sizes.ts';

interface Storage {
  /** The space that this browser still has; null where it does not say. */
  free: number | null;
  isPersisted: boolean;
}

async function look(): Promise<Storage> {
  const { storage } = navigator;
  const [free, isPersisted] = await Promise.all([findRoom(), storage?.persisted?.().catch(() => false)]);
  return { free, isPersisted: isPersisted ?? false };
}

/**
 * The space that the kept chapters take, the space that is left, and whether the browser may remove them by itself.
 */
export function Room({ bytes, count }: { bytes: number; count: number }) {
  const text = useText();
  const { t } = text;
  const [storage, setStorage] = useState<Storage | null>(null);
  const [isRefused, setRefused] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is free changes with what is kept
  useEffect(() => {
    void look().then(setStorage);
  }, [bytes]);

  async function persist(): Promise<void> {
    const isPersisted = (await navigator.storage?.persist?.().catch(() => false)) ?? false;
    setRefused(!isPersisted);
    setStorage(await look());
  }

  return (
    <div className={styles.room}>
      <p>{t('offline.total', { count, size: writeSize(bytes, text) })}</p>
      {storage?.free != null && (
        <p className={styles.quiet}>{t('offline.free', { size: writeSize(storage.free, text) })}</p>
      )}
      {storage && (
        <p className={styles.quiet}>{storage.isPersisted ? t('offline.persisted') : t('offline.notPersisted')}</p>
      )}
      {storage && !storage.isPersisted && !isRefused && (
        <Button onClick={() => void persist()}>{t('offline.persist')}</Button>
      )}
      {isRefused && <p role="status">{t('offline.persistRefused')}</p>}
    </div>
  );
}
