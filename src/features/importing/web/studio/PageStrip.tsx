import { useRef, useState } from 'react';
import { useText } from '../../../../web/i18n.tsx';
import { Button } from '../../../../web/ui/Button.tsx';
import { Dialog } from '../../../../web/ui/Dialog.tsx';
import { useNear } from '../../../../web/ui/use-near.ts';
import { useStudioText } from '../../../studio/web/words.ts';
import type { PlanChange } from '../../studio-contract.ts';
import styles from './PageStrip.module.css';
import { useSmallView } from './small-views.ts';

const mostShown = 6;

/** The first pages of a chapter as small pictures; a press on one shows what can be done with it. */
export function PageStrip({
  importId,
  pages,
  change,
}: {
  importId: string;
  pages: readonly string[];
  /** Absent: the plan cannot be changed any more. */
  change?: ((changes: PlanChange[]) => Promise<unknown>) | undefined;
}) {
  const { t, number } = useStudioText();
  const { t: siteText } = useText();
  const [opened, setOpened] = useState<number | null>(null);
  const [isAll, setAll] = useState(false);
  const page = opened === null ? undefined : pages[opened];
  const close = () => setOpened(null);

  function act(changes: PlanChange[]): void {
    close();
    void change?.(changes);
  }

  return (
    <div className={styles.strip}>
      {(isAll ? pages : pages.slice(0, mostShown)).map((fileId, at) => {
        const name = t('imports.as.page', { page: number(at + 1) });
        return (
          <button
            key={fileId}
            type="button"
            className={styles.page}
            aria-label={name}
            title={name}
            onClick={() => setOpened(at)}
          >
            <SmallView importId={importId} fileId={fileId} />
          </button>
        );
      })}
      {!isAll && pages.length > mostShown && (
        <Button variant="quiet" className={styles.more} aria-label={t('imports.allPages')} onClick={() => setAll(true)}>
          +{number(pages.length - mostShown)}
        </Button>
      )}
      <Dialog
        open={page !== undefined}
        title={t('imports.as.page', { page: number((opened ?? 0) + 1) })}
        closeLabel={siteText('app.close')}
        onClose={close}
      >
        {page !== undefined && (
          <div className={styles.opened}>
            <SmallView importId={importId} fileId={page} />
            {change && (
              <div className={styles.actions}>
                <Button onClick={() => act([{ files: [page], cover: true }])}>{t('imports.useAsCover')}</Button>
                <Button onClick={() => act([{ files: [page], leave_out: true }])}>{t('imports.leaveOut')}</Button>
              </div>
            )}
          </div>
        )}
      </Dialog>
    </div>
  );
}

function SmallView({ importId, fileId }: { importId: string; fileId: string }) {
  const frame = useRef<HTMLSpanElement>(null);
  const isNear = useNear(frame, { reach: 200, atFirst: false });
  const source = useSmallView(importId, fileId, isNear);
  return (
    <span ref={frame} className={styles.frame}>
      {source && <img src={source} alt="" className={styles.picture} />}
    </span>
  );
}
