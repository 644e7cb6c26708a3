import { Notice } from '../../../../web/ui/Notice.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import type { InTheWay } from './publishing.ts';

/** Names the chapters that stand in the way of a date. */
export function Conflicts({
  conflicts,
  isEmpty = false,
}: {
  conflicts: readonly InTheWay[];
  /** They have nothing to read in a wanted language. */
  isEmpty?: boolean;
}) {
  const { t } = useStudioText();
  const [first] = conflicts;
  const words = first && { place: first.place, title: first.title };
  return (
    <Notice>
      {words
        ? t(isEmpty ? 'publishing.emptyChapter' : 'publishing.conflict', words)
        : t(isEmpty ? 'errors.chapter_empty' : 'errors.publish_out_of_order')}
    </Notice>
  );
}
