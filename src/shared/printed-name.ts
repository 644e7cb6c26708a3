/** The words of the site in one language. */
interface Words {
  t(key: 'catalog.seasonChapter' | 'catalog.chapterNumber', params: Record<string, string | number>): string;
}

/** What a chapter's print calls it; absent where an older site kept it. */
interface Printed {
  season?: number | null | undefined;
  label?: string | null | undefined;
  number: number;
}

/**
 * The label of a chapter, else its number. A label such as '12' is a number too, so that each language writes it its
 * own way.
 */
export function printedNumber({ label, number }: Omit<Printed, 'season'>): string | number {
  return label ? (String(Number(label)) === label ? Number(label) : label) : number;
}

/** 'Chapter 10.5', with its season where it has one. */
export function printedName({ t }: Words, { season, ...printed }: Printed): string {
  const number = printedNumber(printed);
  return season ? t('catalog.seasonChapter', { season, number }) : t('catalog.chapterNumber', { number });
}
