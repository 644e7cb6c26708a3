import { type Language, languageTags } from '../../../shared/languages.ts';

import type { BookPlan } from './book-plan.ts';

/**
 * The plan, with the edition in which the book is already published. If only the letters or words of a text told its
 * language, the book stays in that edition: in a second one its readers would find it twice. The tag of the text says
 * what it is.
 */
export function inKeptEdition(plan: BookPlan, published: readonly Language[]): BookPlan {
  const [edition, ...others] = plan.editions;
  const [kept, ...more] = published;
  const isMeant = plan.isLanguageGuessed && edition !== undefined && others.length === 0;
  if (!isMeant || !kept || more.length > 0 || kept === edition.language) return plan;
  const own = edition.textLanguage ?? new Intl.Locale(languageTags[edition.language]).language;
  const moved = <T extends { language: Language }>(each: T): T =>
    each.language === edition.language ? { ...each, language: kept } : each;
  return {
    ...plan,
    likelyLanguage: kept,
    editions: [{ ...edition, language: kept, textLanguage: own }],
    chapters: plan.chapters.map((chapter) => ({
      ...chapter,
      editions: chapter.editions.filter(({ language }) => language !== kept).map(moved),
    })),
  };
}
