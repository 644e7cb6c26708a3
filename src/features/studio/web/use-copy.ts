import { showToast } from '../../../web/ui/toasts.ts';
import { useStudioText } from './words.ts';

/** Copies words and says so; where pages may not use the clipboard, it selects them in `shown` for the reader to copy. */
export function useCopy(): (words: string, shown: Node) => Promise<void> {
  const { t } = useStudioText();
  return async (words, shown) => {
    try {
      await navigator.clipboard.writeText(words);
      showToast({ text: t('kit.copied') });
    } catch {
      getSelection()?.selectAllChildren(shown);
      showToast({ text: t('kit.selected') });
    }
  };
}
