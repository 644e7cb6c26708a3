import { Notice } from '../../../../web/ui/Notice.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import type { InTheWay } from './publishing.ts';

/** Names the chapters that stand in the way of a date. */
export function Conflicts({ conflicts }: { conflicts: readonly InTheWay[] }) {
  const { t } = useStudioText();
  const [first] = conflicts;
  return (
    <Notice>
      {first ? t('publishing.conflict', { place: first.place, title: first.title }) : t('errors.publish_out_of_order')}
    </Notice>
  );
}
