import { State } from '../../../studio/web/Page.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import type { ImportOnWire } from '../../studio-contract.ts';

/** How an import stands, as a word. */
export function ImportStateWord({ state, counts }: Pick<ImportOnWire, 'state' | 'counts'>) {
  const { t } = useStudioText();
  const isBad = state === 'failed' || (state === 'committed' && counts.failed > 0);
  const tone = isBad ? 'warning' : state === 'committed' ? 'good' : 'plain';
  return <State tone={tone}>{t(`imports.states.${state}`)}</State>;
}
