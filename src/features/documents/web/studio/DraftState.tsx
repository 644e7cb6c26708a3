import { useNow } from '../../../../web/clock.tsx';
import { ExactMoment } from '../../../studio/web/Moment.tsx';
import { State } from '../../../studio/web/Page.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import type { DraftOnWire } from '../../studio-contract.ts';

/** How a page stands: in force, to come, or never published. */
export function DraftState({ draft: { versions, in_force: version } }: { draft: DraftOnWire }) {
  const { t, number } = useStudioText();
  const now = useNow();
  const next = versions.findLast(({ effective_at: at }) => Date.parse(at) > now);
  if (version !== null) return <State tone="good">{t('documents.inForce', { version: number(version) })}</State>;
  if (!next) return <State>{t('documents.neverPublished')}</State>;
  return (
    <State>
      {t('documents.comes')} <ExactMoment at={next.effective_at} />
    </State>
  );
}
