import { languageNames, languages } from '../../../../../shared/languages.ts';
import { useStudioText } from '../../../../studio/web/words.ts';
import { bookRatings, downloads } from '../../../rules.ts';

export interface Option {
  value: string;
  label: string;
}

/** The fields of a book that have one of a few values, each with its words. */
export function useBookOptions() {
  const { t } = useStudioText();
  return {
    status: (['ongoing', 'finished', 'hiatus'] as const).map((value) => ({
      value,
      label: t(`book.statuses.${value}`),
    })),
    rating: [
      { value: '', label: t('book.ratings.none') },
      ...bookRatings.map((value) => ({ value, label: t(`book.ratings.${value}`) })),
    ],
    kind: (['comic', 'novel'] as const).map((value) => ({ value, label: t(`books.kinds.${value}`) })),
    original_language: languages.map((value) => ({ value, label: languageNames[value] })),
    layout: (['strip', 'pages'] as const).map((value) => ({ value, label: t(`book.layouts.${value}`) })),
    reading_direction: (['ltr', 'rtl'] as const).map((value) => ({ value, label: t(`book.directions.${value}`) })),
    preview: (['blur', 'none', 'words'] as const).map((value) => ({ value, label: t(`book.previews.${value}`) })),
    downloads: [
      { value: '', label: t('book.downloads.usual') },
      ...downloads.map((value) => ({ value, label: t(`book.downloads.${value}`) })),
    ],
  } satisfies Record<string, readonly Option[]>;
}
