import type { Text } from './i18n.tsx';

interface Printed {
  season: number | null;
  label: string | null;
  number: number;
}

/** What a chapter's print calls it, else its number; where it is a plain number, the language writes it its own way. */
export function printedNumber({ label, number }: Omit<Printed, 'season'>): string | number {
  // Answers that were kept by an older site have no label.
  return label ? (String(Number(label)) === label ? Number(label) : label) : number;
}

/** 'Chapter 10.5', with its season where it has one. */
export function printedName({ t }: Text, { season, ...printed }: Printed): string {
  const number = printedNumber(printed);
  return season ? t('catalog.seasonChapter', { season, number }) : t('catalog.chapterNumber', { number });
}
