import type { Language } from '../../../../shared/languages.ts';
import { inLanguageOf } from '../../../../shared/site-settings.ts';
import { useStudioText } from '../../../studio/web/words.ts';
import { isKind } from '../../rules.ts';
import type { DraftOnWire } from '../../studio-contract.ts';

/** Names pages by the operator's titles in that language, else by their kinds, else by their addresses. */
export function useTitleOf(language: Language): (draft: Pick<DraftOnWire, 'page' | 'titles'>) => string {
  const { t } = useStudioText();
  return ({ page, titles }) => inLanguageOf(titles, language) ?? (isKind(page) ? t(`documents.kinds.${page}`) : page);
}
