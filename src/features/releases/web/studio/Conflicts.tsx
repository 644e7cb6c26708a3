import { Notice } from '../../../../web/ui/Notice.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import type { InTheWay } from './publishing.ts';

/** Names the first of the chapters that stand in the way of a date. */
export function Conflicts({
  inTheWay: { code, conflicts },
  place,
}: {
  inTheWay: { code: string; conflicts: readonly InTheWay[] };
  /** The place of the chapter that is published, or of the first of them. */
  place: number;
}) {
  const { t } = useStudioText();
  const [first] = conflicts;
  const words = first && { place: first.place, title: first.title };
  const isEmpty = code === 'chapter_empty';
  if (!words) return <Notice>{t(isEmpty ? 'errors.chapter_empty' : 'errors.publish_out_of_order')}</Notice>;
  if (isEmpty) return <Notice>{t('publishing.emptyChapter', words)}</Notice>;
  // A draft is in the way of chapters behind it alone: of a series it may stand in the middle.
  const comesAfter = first.place > place && first.published_at !== null;
  return <Notice>{t(comesAfter ? 'publishing.conflictAfter' : 'publishing.conflict', words)}</Notice>;
}
