import { useText } from '../../../web/i18n.tsx';

/** What a chapter is called on one line: its number, and its title (decoded) where it has one of its own. */
export function useChapterName(): (chapter: { number: number; title: string }) => string {
  const { t } = useText();
  return ({ number, title }) => {
    const named = title.trim();
    return named === '' ? t('library.chapter', { number }) : t('library.chapterNamed', { number, title: named });
  };
}
