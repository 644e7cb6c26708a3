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

/** What a chapter's print calls it, else its number; where it is a plain number, the language writes it its own way. */
export function printedNumber({ label, number }: Omit<Printed, 'season'>): string | number {
  return label ? (String(Number(label)) === label ? Number(label) : label) : number;
}

/** 'Chapter 10.5', with its season where it has one. */
export function printedName({ t }: Words, { season, ...printed }: Printed): string {
  const number = printedNumber(printed);
  return season ? t('catalog.seasonChapter', { season, number }) : t('catalog.chapterNumber', { number });
}
