import type { Language } from '../../../shared/languages.ts';
import type { BookPlan, ChapterEditionPlan, ChapterPlan } from '../plan/book-plan.ts';
import type { ChapterContent } from '../plan/folder-items.ts';
import { localizedLanguages, localizedText, readBookFields } from '../plan/metadata.ts';
import type { ImageFile } from '../plan/source.ts';
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
    if (!('leave_out' in change && 'files' in change)) continue;
    for (const file of change.files) {
      if (change.leave_out) left.add(file);
      else left.delete(file);
    }
  }
  return left;
}

/** The pictures that somebody has made covers and not taken back, the last one last. */
function coversIn(changes: readonly NamedChange[]): string[] {
  const covers = new Set<string>();
  for (const change of changes) {
    if (!('cover' in change)) continue;
    for (const file of change.files) {
      covers.delete(file);
      if (change.cover) covers.add(file);
    }
  }
  return [...covers];
}

/** The pages that stand elsewhere by hand. */
export function movesIn(changes: readonly NamedChange[]): PageMove[] {
  return changes.flatMap((change) =>
    'files' in change && 'chapter' in change ? [{ files: change.files, before: change.before ?? null }] : [],
  );
}

/** A published book as the target of a planned one. */
export type Aim = <Plan extends Omit<BookPlan, 'otherKind'>>(plan: Plan) => Plan;

/** The plans with every change by hand, and the chapters that nothing is taken of, with the chapter before each. */
export interface AlteredPlans {
  plans: BookPlan[];
  skipped: SkippedChapter[];
}
export interface SkippedChapter {
  book: BookPlan;
  after: string | null;
  chapter: ChapterPlan;
}

/** A plan between two changes: a chapter that is left out keeps its content, so that it can be taken in again. */
type Alterable = Omit<BookPlan, 'chapters' | 'otherKind'> & {
  chapters: (ChapterPlan & { isSkipped?: true })[];
  otherKind?: Alterable;
  /** The book that the files say, where it goes into a published one. */
  own?: Alterable;
};

/** Applies every change by hand to the plans. A change of a book, chapter or file that is gone has no effect. */
export function alterPlans(
  plans: readonly BookPlan[],
  changes: readonly NamedChange[],
  aims: ReadonlyMap<string, Aim> = new Map(),
): AlteredPlans {
  const left = leftOutBy(changes);
  const covers = coversIn(changes);
  const begun = ({ otherKind, ...plan }: BookPlan): Alterable => ({
    ...withoutFiles(withCovers(plan, covers), left),
    ...(otherKind ? { otherKind: begun(otherKind) } : {}),
  });
  let altered = plans.map(begun);
  for (const change of changes) altered = alterOne(altered, change, aims);
  const told = altered.map(({ own: _own, chapters, ...plan }): AlteredPlans => {
    const taken = chapters.filter(({ isSkipped }) => !isSkipped);
    const book: BookPlan = { ...plan, chapters: taken };
    const skipped = chapters.flatMap((chapter, at): SkippedChapter[] => {
      if (!chapter.isSkipped) return [];
      const before = chapters.slice(0, at).findLast(({ isSkipped }) => !isSkipped);
      return [{ book, after: before?.key ?? null, chapter }];
    });
    const isLeft = taken.length > 0 || (skipped.length === 0 && plan.editions.some(({ cover }) => cover));
    return { plans: isLeft ? [book] : [], skipped };
  });
  return { plans: told.flatMap(({ plans: own }) => own), skipped: told.flatMap(({ skipped }) => skipped) };
}

function alterOne(plans: readonly Alterable[], change: NamedChange, aims: ReadonlyMap<string, Aim>): Alterable[] {
  if ('chapters' in change) {
    const named = new Set(change.chapters);
    return plans.map((plan) => (plan.sourceKey === change.book ? alterChapters(plan, named, change) : plan));
  }
  if ('leave_out' in change || 'cover' in change) return [...plans]; // done before the others
  if ('language' in change) {
    const isMoved = new Set(change.files);
    return plans.map((plan) => inLanguage(plan, isMeantBy(isMoved), change.language));
  }
  if ('files' in change) return [...plans]; // the order of pages is made where they are stored
  if ('chapter' in change) {
    const isMeant = ({ sourceKey }: Alterable) => change.book === undefined || change.book === sourceKey;
    return plans.map((plan) => (isMeant(plan) ? alterChapter(plan, change) : plan));
  }
  const { book, set, target, into } = change;
  const isMeant = ({ sourceKey }: Alterable) => sourceKey === book;
  const facts = set ? plans.map((plan) => (isMeant(plan) ? withFields(plan, set) : plan)) : [...plans];
  const key = facts.find((_, at) => isMeant(plans[at] as Alterable))?.sourceKey ?? book; // a list of the same length
  const aimed = target === undefined ? facts : aimAt(facts, key, target === null ? null : aims.get(target));
  return into === undefined || into === null ? aimed : intoBook(aimed, key, into);
}

function alterChapters(
  plan: Alterable,
  named: ReadonlySet<string>,
  change: { leave_out: boolean } | { language: Language },
): Alterable {
  if ('leave_out' in change) {
    const chapters = plan.chapters.map(({ isSkipped, ...chapter }) => {
      const isLeftOut = named.has(chapter.key) ? change.leave_out : isSkipped;
      return isLeftOut ? { ...chapter, isSkipped: true as const } : chapter;
    });
    return { ...plan, chapters };
  }
  return inLanguage(plan, ({ content }, { key }) => content !== null && named.has(key), change.language);
}

/** The chapters of a book go into a published one, or back to what the files say. */
function aimAt(plans: readonly Alterable[], from: string, aim: Aim | null | undefined): Alterable[] {
  const plan = plans.find(({ sourceKey }) => sourceKey === from);
  if (!plan || aim === undefined) return [...plans];
  const { own, ...now } = plan;
  const said: Alterable = own ? { ...own, chapters: now.chapters } : now;
  const next: Alterable = aim === null ? said : { ...aim(said), own: said, isAimed: true };
  const there = plans.find((each) => each !== plan && each.sourceKey === next.sourceKey);
  const changed = plans.map((each) => (each === plan ? next : each));
  return there ? joined(changed, next, there) : changed;
}

/** The last picture of each language that somebody has made the cover: it is no page, and no other picture is the cover. */
function withCovers(plan: BookPlan, chosen: readonly string[]): BookPlan {
  const covers = new Map<Language, CoverByHand>();
  const homes = new Map<string, { language: Language; cover: CoverByHand }>();
  if (chosen.length > 0)
    for (const { language, content } of plan.chapters.flatMap(({ editions }) => editions))
      for (const path of chosen) {
        const cover = content && coverIn(content, path);
        if (cover) homes.set(path, { language, cover });
      }
  for (const path of chosen) {
    const home = homes.get(path);
    if (home) covers.set(home.language, home.cover);
  }
  const [only] = covers.values();
  if (!only) return plan;
  const editions = plan.editions.map((edition) => {
    const own = covers.get(edition.language) ?? (edition.cover ? null : only);
    return own ? { ...edition, cover: null, ...own, isCoverByHand: true as const } : edition;
  });
  return withoutFiles({ ...plan, editions }, new Set([...covers.values()].map(pathOfCover)));
}

type CoverByHand = { cover: ImageFile } | { coverEntry: string };

function pathOfCover(cover: CoverByHand): string {
  return 'cover' in cover ? cover.cover.path : cover.coverEntry;
}

function coverIn(content: ChapterContent, path: string): CoverByHand | null {
  if (content.type === 'archive') return path.startsWith(`${content.file.path}/`) ? { coverEntry: path } : null;
  const image = content.type === 'images' ? content.images.find((each) => each.path === path) : undefined;
  return image ? { cover: image } : null;
}

function withoutFiles(plan: BookPlan, left: ReadonlySet<string>): BookPlan & Alterable {
  if (left.size === 0) return plan;
  const editions = plan.editions.map((edition) =>
    edition.cover && left.has(edition.cover.path) ? { ...edition, cover: null } : edition,
  );
  const chapters = plan.chapters.map((chapter) => {
    const rest = chapter.editions.map((edition) => withContent(edition, without(edition.content, left)));
    return hasSomething(rest) ? { ...chapter, editions: rest } : { ...chapter, isSkipped: true as const };
  });
  return { ...plan, editions, chapters };
}

function withContent(edition: ChapterEditionPlan, content: ChapterContent | null): ChapterEditionPlan {
  return content === edition.content ? edition : { ...edition, content };
}

/** Whether something of a chapter is left. One that never had files, but titles, stays. */
function hasSomething(editions: readonly ChapterEditionPlan[]): boolean {
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

/** The files that content is made of. */
export function pathsOf(content: ChapterContent | null): string[] {
  if (content === null) return [];
  if (content.type === 'images') return content.images.map(({ path }) => path);
  if (content.type === 'texts') return content.files.map(({ path }) => path);
  return [content.file.path];
}

type IsMeant = (edition: ChapterEditionPlan, chapter: ChapterPlan) => boolean;

/** Only a chapter's edition whose files are all meant moves. */
function isMeantBy(files: ReadonlySet<string>): IsMeant {
  // An archive is meant by its pages as well.
  const above = new Set(
    [...files].flatMap((file) => [...file.matchAll(/\//g)].map(({ index }) => file.slice(0, index))),
  );
  return ({ content }) => {
    const paths = pathsOf(content);
    const isNamed = (path: string) => files.has(path) || (content?.type === 'archive' && above.has(path));
    return paths.length > 0 && paths.every(isNamed);
  };
}

/** Puts content into another language. */
function inLanguage(plan: Alterable, isMeant: IsMeant, language: Language): Alterable {
  let isMoved = false;
  const chapters = plan.chapters.map((chapter) => {
    const moved = chapter.editions.filter((edition) => isMeant(edition, chapter) && edition.language !== language);
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
  plan: Alterable,
  change: {
    chapter: string;
    titles?: Partial<Record<Language, string>> | undefined;
    before?: string | null | undefined;
  },
): Alterable {
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

function withTitles<Chapter extends ChapterPlan>(chapter: Chapter, titles: Partial<Record<Language, string>>): Chapter {
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

/** The facts of book.yaml that somebody has set by hand. Another kind is another plan of the same files. */
function withFields(given: Alterable, set: Readonly<Record<string, unknown>>): Alterable {
  const { fields } = readBookFields(set);
  const { title, introduction, author, tags, readingDirection, kind, ...others } = fields;
  const other = kind !== undefined && kind !== given.kind ? given.otherKind : undefined;
  const plan = other ? { ...other, otherKind: given } : given;
  const languages = [...localizedLanguages(title), ...localizedLanguages(introduction)];
  const editions = plan.editions.map((edition) => ({
    ...edition,
    title: localizedText(title, edition.language) ?? edition.title,
    introduction: introduction === null ? '' : (localizedText(introduction, edition.language) ?? edition.introduction),
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
function intoBook(plans: readonly Alterable[], from: string, into: string): Alterable[] {
  const source = plans.find(({ sourceKey }) => sourceKey === from);
  const target = plans.find(({ sourceKey }) => sourceKey === into);
  return source && target && source !== target ? joined(plans, source, target) : [...plans];
}

function joined(plans: readonly Alterable[], source: Alterable, target: Alterable): Alterable[] {
  if (source.kind !== target.kind) return [...plans];
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
