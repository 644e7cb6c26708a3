import type { Language } from '../../../shared/languages.ts';
import type { BookPlan, ChapterEditionPlan, ChapterPlan } from '../plan/book-plan.ts';
import type { ChapterContent } from '../plan/folder-items.ts';
import { localizedLanguages, localizedText, readBookFields } from '../plan/metadata.ts';
import type { PageMove } from '../server/page-moves.ts';
import type { PlanChange } from '../studio-contract.ts';

/** The changes of a plan by hand, with the paths of their files instead of ids. */
export type NamedChange = PlanChange extends infer Each
  ? Each extends { files: string[] }
    ? Omit<Each, 'before'> & { before?: string | null }
    : Each
  : never;

/** The files that are left out by hand; if a file was left out and taken back, the last change counts. */
export function leftOutBy(changes: readonly NamedChange[]): Set<string> {
  const left = new Set<string>();
  for (const change of changes) {
    if (!('leave_out' in change)) continue;
    for (const file of change.files) {
      if (change.leave_out) left.add(file);
      else left.delete(file);
    }
  }
  return left;
}

/** The pages that stand elsewhere by hand. */
export function movesIn(changes: readonly NamedChange[]): PageMove[] {
  return changes.flatMap((change) =>
    'files' in change && 'chapter' in change ? [{ files: change.files, before: change.before ?? null }] : [],
  );
}

/** Applies every change by hand to the plans. A change of a book, chapter or file that is gone has no effect. */
export function alterPlans(plans: readonly BookPlan[], changes: readonly NamedChange[]): BookPlan[] {
  const left = leftOutBy(changes);
  let altered = plans.map((plan) => withoutFiles(plan, left));
  for (const change of changes) altered = alterOne(altered, change);
  return altered.filter((plan) => plan.chapters.length > 0 || plan.editions.some(({ cover }) => cover));
}

function alterOne(plans: readonly BookPlan[], change: NamedChange): BookPlan[] {
  if ('leave_out' in change) return [...plans];
  if ('language' in change) {
    const isMoved = new Set(change.files);
    return plans.map((plan) => inLanguage(plan, isMoved, change.language));
  }
  if ('files' in change) return [...plans]; // the order of pages is made where they are stored
  if ('chapter' in change) {
    const isMeant = ({ sourceKey }: BookPlan) => change.book === undefined || change.book === sourceKey;
    return plans.map((plan) => (isMeant(plan) ? alterChapter(plan, change) : plan));
  }
  const set = change.set
    ? plans.map((plan) => (plan.sourceKey === change.book ? withFields(plan, change.set) : plan))
    : plans;
  return change.into === undefined || change.into === null ? [...set] : intoBook(set, change.book, change.into);
}

function withoutFiles(plan: BookPlan, left: ReadonlySet<string>): BookPlan {
  if (left.size === 0) return plan;
  const editions = plan.editions.map((edition) =>
    edition.cover && left.has(edition.cover.path) ? { ...edition, cover: null } : edition,
  );
  const chapters = plan.chapters.map((chapter) => {
    return {
      ...chapter,
      editions: chapter.editions.map((edition) => withContent(edition, without(edition.content, left))),
    };
  });
  return { ...plan, editions, chapters: chapters.filter(hasSomething) };
}

function withContent(edition: ChapterEditionPlan, content: ChapterContent | null): ChapterEditionPlan {
  return content === edition.content ? edition : { ...edition, content };
}

/** Whether something of a chapter is left. One that never had files, but titles, stays. */
function hasSomething({ editions }: ChapterPlan): boolean {
  return editions.some(({ content, rule }) => content !== null || rule === null);
}

function without(content: ChapterContent | null, left: ReadonlySet<string>): ChapterContent | null {
  if (content === null) return null;
  if (content.type === 'images') {
    const images = content.images.filter(({ path }) => !left.has(path));
    if (images.length === content.images.length) return content;
    return images.length === 0 ? null : { ...content, images };
  }
  if (content.type === 'texts') {
    const files = content.files.filter(({ path }) => !left.has(path));
    if (files.length === content.files.length) return content;
    return files.length === 0 ? null : { ...content, files };
  }
  return left.has(content.file.path) ? null : content;
}

function pathsOf(content: ChapterContent | null): string[] {
  if (content === null) return [];
  if (content.type === 'images') return content.images.map(({ path }) => path);
  if (content.type === 'texts') return content.files.map(({ path }) => path);
  return [content.file.path];
}

/** Puts the content of these files into another language. Only a chapter's edition whose files are all meant moves. */
function inLanguage(plan: BookPlan, files: ReadonlySet<string>, language: Language): BookPlan {
  const isMeant = ({ content }: ChapterEditionPlan) => {
    const paths = pathsOf(content);
    return paths.length > 0 && paths.every((path) => files.has(path));
  };
  let isMoved = false;
  const chapters = plan.chapters.map((chapter) => {
    const moved = chapter.editions.filter((edition) => isMeant(edition) && edition.language !== language);
    const [first] = moved;
    if (!first) return chapter;
    isMoved = true;
    const others = chapter.editions.filter((edition) => !moved.includes(edition) && edition.language !== language);
    return { ...chapter, editions: [...others, { ...first, language }] };
  });
  if (!isMoved) return plan;
  const [original] = plan.editions;
  const isThere = plan.editions.some((edition) => edition.language === language);
  const used = new Set(chapters.flatMap(({ editions }) => editions.map((edition) => edition.language)));
  const editions =
    isThere || !original
      ? plan.editions
      : [
          ...plan.editions,
          { ...original, language, introduction: null, textLanguage: null, cover: null, bookFile: null },
        ];
  const kept = editions.filter((edition) => used.has(edition.language) || edition.cover !== null);
  const isNamed = plan.fields.originalLanguage !== undefined && !used.has(plan.fields.originalLanguage);
  const fields = isNamed ? { ...plan.fields, originalLanguage: language } : plan.fields;
  const likelyLanguage = used.has(plan.likelyLanguage) ? plan.likelyLanguage : language;
  return { ...plan, chapters, editions: kept, fields, likelyLanguage, isLanguageGuessed: false };
}

function alterChapter(
  plan: BookPlan,
  change: {
    chapter: string;
    titles?: Partial<Record<Language, string>> | undefined;
    before?: string | null | undefined;
  },
): BookPlan {
  const at = plan.chapters.findIndex(({ key }) => key === change.chapter);
  const chapter = plan.chapters[at];
  if (!chapter) return plan;
  const next = withTitles(chapter, change.titles ?? {});
  const others = plan.chapters.filter((_, index) => index !== at);
  if (change.before === undefined) return { ...plan, chapters: plan.chapters.with(at, next) };
  const found = change.before === null ? -1 : others.findIndex(({ key }) => key === change.before);
  const place = found < 0 ? others.length : found;
  return { ...plan, chapters: [...others.slice(0, place), next, ...others.slice(place)] };
}

function withTitles(chapter: ChapterPlan, titles: Partial<Record<Language, string>>): ChapterPlan {
  const named = Object.entries(titles) as [Language, string][]; // the contract has checked the keys
  const editions = [...chapter.editions];
  for (const [language, title] of named) {
    const at = editions.findIndex((edition) => edition.language === language);
    const edition = editions[at];
    if (edition) editions[at] = { ...edition, title };
    else editions.push({ language, title, content: null, rule: null });
  }
  return { ...chapter, editions };
}

/** The facts of book.yaml that somebody has set by hand. */
function withFields(plan: BookPlan, set: Readonly<Record<string, unknown>> | undefined): BookPlan {
  const { fields } = readBookFields(set);
  const { title, introduction, author, tags, readingDirection, ...others } = fields;
  const languages = [...localizedLanguages(title), ...localizedLanguages(introduction)];
  const editions = plan.editions.map((edition) => ({
    ...edition,
    title: localizedText(title, edition.language) ?? edition.title,
    introduction: localizedText(introduction, edition.language) ?? edition.introduction,
  }));
  const missing = [...new Set(languages)].filter(
    (language) => !editions.some((edition) => edition.language === language),
  );
  const added = missing.map((language) => ({
    ...{ language, title: localizedText(title, language) ?? editions[0]?.title ?? '' },
    ...{ introduction: localizedText(introduction, language), textLanguage: null, cover: null, bookFile: null },
  }));
  return {
    ...plan,
    fields: { ...plan.fields, ...others },
    author: author ?? plan.author,
    tags: tags ?? plan.tags,
    readingDirection: readingDirection ?? plan.readingDirection,
    editions: [...editions, ...added],
  };
}

/** The faults of facts that somebody wants to set, as the reader of book.yaml words them. */
export function faultsOfFields(set: Readonly<Record<string, unknown>>): string[] {
  const { faults, notes } = readBookFields(set);
  return [...faults, ...notes];
}

/** The chapters of one book of the plan at the end of another one. */
function intoBook(plans: readonly BookPlan[], from: string, into: string): BookPlan[] {
  const source = plans.find(({ sourceKey }) => sourceKey === from);
  const target = plans.find(({ sourceKey }) => sourceKey === into);
  if (!source || !target || source === target || source.kind !== target.kind) return [...plans];
  const used = new Set(target.chapters.map(({ key }) => key));
  const chapters = source.chapters.map((chapter) => {
    let { key } = chapter;
    for (let count = 2; used.has(key); count += 1) key = `${chapter.key} ${count}`;
    used.add(key);
    return { ...chapter, key };
  });
  const isThere = new Set(target.editions.map(({ language }) => language));
  const merged = {
    ...target,
    chapters: [...target.chapters, ...chapters],
    editions: [...target.editions, ...source.editions.filter(({ language }) => !isThere.has(language))],
    hasUnread: target.hasUnread || source.hasUnread,
    faults: [...target.faults, ...source.faults],
  };
  return plans.filter((plan) => plan !== source).map((plan) => (plan === target ? merged : plan));
}
