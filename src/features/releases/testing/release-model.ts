import type { Language } from '../../../shared/languages.ts';
import type { Step } from './release-steps.ts';

// A second account of dates and access, written from the specification alone, with which the product is compared.

const dayMs = 24 * 3_600_000;

/** When the chapter with this index was published before the history begins. */
export const firstDate = (index: number) => new Date(Date.UTC(2025, 5, 1 + index));

interface Edition {
  language: Language;
  at: number | null;
  first: number | null;
}

export interface ModelChapter {
  id: string;
  editions: Edition[];
  access: 'rule' | 'free' | 'members';
  freeAt: number | null;
  likes: number;
}

/** An entry of a feed or of the calendar. */
interface Entry {
  id: string | null;
  kind: string;
  at: string | null;
}

interface Access {
  state: 'free' | 'members';
  free_at: string | null;
  until: string | null;
  reason: string;
}

const write = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

export class Model {
  chapters: ModelChapter[];
  #free: number | null = null;
  #days: number | null = null;
  #windows: { isOfBook: boolean; from: number; to: number }[] = [];
  #isHidden = false;
  #showsSchedule = false;

  constructor(ids: readonly string[], languages: readonly Language[][]) {
    this.chapters = ids.map((id, index) => ({
      id,
      access: 'rule',
      freeAt: null,
      likes: 0,
      editions: (languages[index] ?? []).map((language) => ({
        language,
        at: firstDate(index).getTime(),
        first: null,
      })),
    }));
  }

  languagesFor(step: { language: Language | null }): Language[] | undefined {
    return step.language === null ? undefined : [step.language];
  }

  /** The code that the step is answered with, or `done`. */
  take(step: Step, at: Date): string {
    const now = at.getTime();
    switch (step.do) {
      case 'publish':
      case 'withdraw':
      case 'schedule':
        return this.#publication(step, now);
      case 'override':
        return this.#override(step, now);
      case 'rules':
        this.#free = step.free;
        this.#days = step.days;
        this.#showsSchedule = step.shown;
        return 'done';
      case 'window': {
        const window = { isOfBook: step.isOfBook, from: now + step.inMs, to: now + step.inMs + step.lengthMs };
        if (window.to <= now) return 'invalid_request';
        if (!this.#windows.some((each) => JSON.stringify(each) === JSON.stringify(window))) this.#windows.push(window);
        return 'done';
      }
      case 'end window':
        return this.#endWindow(step.which, now);
      case 'hide':
        this.#isHidden = step.hidden;
        return 'done';
    }
  }

  #publication(step: Extract<Step, { which: number; language: Language | null }>, now: number): string {
    const place = step.which % this.chapters.length;
    const chapter = this.chapters[place];
    if (!chapter) return 'chapter_not_found';
    const isMeant = (edition: Edition) => step.language === null || edition.language === step.language;
    if (!chapter.editions.some(isMeant)) return 'chapter_empty';
    const next = structuredClone(this.chapters);
    const target = next[place];
    const oldDate = this.#date(chapter);
    for (const edition of target?.editions.filter(isMeant) ?? []) {
      const isOut = edition.at !== null && edition.at <= now;
      const first = edition.first ?? (isOut ? edition.at : null);
      if (step.do === 'publish') Object.assign(edition, isOut ? {} : { at: first ?? now, first: null });
      else if (step.do === 'withdraw') Object.assign(edition, { at: null, first });
      else Object.assign(edition, { at: now + step.inMs, first: step.inMs > 0 ? first : null });
    }
    if (step.do === 'schedule' && step.withLater) this.#moveLater(next, place, { oldDate, now });
    if (this.#isInOrder(next, place, { isMeant, now, isDated: step.do !== 'withdraw' })) {
      this.chapters = next;
      return 'done';
    }
    return 'publish_out_of_order';
  }

  #moveLater(next: ModelChapter[], place: number, { oldDate, now }: { oldDate: number | null; now: number }): void {
    const later = next.slice(place + 1).filter((chapter) => (this.#date(chapter) ?? 0) > now);
    const to = this.#date(next[place]) ?? now;
    const earliest = Math.min(to, ...later.map((chapter) => this.#date(chapter) ?? to));
    const span = to - (oldDate ?? earliest);
    for (const edition of later.flatMap(({ editions }) => editions))
      if (edition.at !== null && edition.at > now) edition.at += span;
  }

  /** Every edition that was given a moment has all chapters before it published by then; the later ones have theirs. */
  #isInOrder(
    chapters: readonly ModelChapter[],
    place: number,
    { isMeant, now, isDated }: { isMeant: (edition: Edition) => boolean; now: number; isDated: boolean },
  ): boolean {
    const hasCome = (chapter: ModelChapter, moment: number) =>
      (this.#date(chapter) ?? Number.POSITIVE_INFINITY) <= Math.max(moment, now);
    const isWithdrawn = ({ editions }: ModelChapter) => editions.some(({ at, first }) => at === null && first !== null);
    const isThereBy = (chapter: ModelChapter, moment: number) => isWithdrawn(chapter) || hasCome(chapter, moment);
    const target = chapters[place];
    if (!target) return true;
    const moments = target.editions.filter(isMeant).flatMap(({ at }) => at ?? []);
    const isAfterAll = chapters.slice(0, place).every((chapter) => moments.every((at) => isThereBy(chapter, at)));
    const isBeforeAll = chapters.slice(place + 1).every((chapter) => {
      const date = this.#date(chapter);
      return date === null || (isDated ? hasCome(target, date) : isThereBy(target, date));
    });
    return isAfterAll && isBeforeAll;
  }

  #override(step: Extract<Step, { do: 'override' }>, now: number): string {
    const chapter = this.chapters[step.which % this.chapters.length];
    if (!chapter) return 'chapter_not_found';
    if (step.access === 'free' && step.inMs !== null) return 'invalid_request';
    Object.assign(chapter, { access: step.access, freeAt: step.inMs === null ? null : now + step.inMs });
    return 'done';
  }

  #endWindow(which: number, now: number): string {
    const inOrder = [...this.#windows].sort(
      (a, b) => a.from - b.from || a.to - b.to || Number(b.isOfBook) - Number(a.isOfBook),
    );
    const window = inOrder[which % Math.max(1, inOrder.length)];
    if (!window) return 'done';
    if (window.to <= now) return 'window_over';
    if (window.from >= now) this.#windows = this.#windows.filter((each) => each !== window);
    else window.to = now;
    return 'done';
  }

  #date(chapter: ModelChapter | undefined): number | null {
    const dates = chapter?.editions.flatMap(({ at }) => at ?? []) ?? [];
    return dates.length === 0 ? null : Math.min(...dates);
  }

  dateOf(chapter: ModelChapter): Date | null {
    const date = this.#date(chapter);
    return date === null ? null : new Date(date);
  }

  published(at: Date): ModelChapter[] {
    return this.chapters.filter((chapter) => {
      const date = this.#date(chapter);
      return date !== null && date <= at.getTime();
    });
  }

  isHidden(at: Date): boolean {
    return this.#isHidden || this.published(at).length === 0;
  }

  languageOf(chapter: ModelChapter, at: Date): Language {
    const out = chapter.editions.filter((edition) => edition.at !== null && edition.at <= at.getTime());
    return out.some((edition) => edition.language === 'en-us') ? 'en-us' : 'zh-cn';
  }

  /** The windows that are not over, joined where they touch. */
  #freeWindows(now: number): { from: number; to: number }[] {
    const joined: { from: number; to: number }[] = [];
    for (const { from, to } of [...this.#windows].sort((a, b) => a.from - b.from)) {
      const last = joined.at(-1);
      if (last && from <= last.to) last.to = Math.max(last.to, to);
      else joined.push({ from, to });
    }
    return joined.filter(({ to }) => to > now);
  }

  access(chapter: ModelChapter, number: number, at: Date): Access {
    const now = at.getTime();
    const answer = (
      state: Access['state'],
      reason: string,
      freeAt: number | null = null,
      until: number | null = null,
    ) => ({
      state,
      free_at: write(freeAt),
      until: write(until),
      reason,
    });
    const { freeAt } = chapter;
    if (chapter.access === 'free' || (freeAt !== null && freeAt <= now)) return answer('free', 'override');
    if (chapter.access === 'members') return answer('members', 'override', freeAt);
    if (number <= (this.#free ?? 3)) return answer('free', 'first_free');
    const early = freeAt === null && this.#days !== null ? (this.#date(chapter) ?? 0) + this.#days * dayMs : null;
    if (early !== null && early <= now) return answer('free', 'early_access');
    const lasting = freeAt ?? early;
    const [freeWindow] = this.#freeWindows(now);
    const endsBefore = (to: number) => (lasting === null || to < lasting ? to : null);
    if (freeWindow && freeWindow.from <= now) return answer('free', 'window', null, endsBefore(freeWindow.to));
    const reason = freeAt !== null ? 'override' : early !== null ? 'early_access' : 'rule';
    if (freeWindow && (lasting === null || freeWindow.from < lasting))
      return answer('members', reason, freeWindow.from, endsBefore(freeWindow.to));
    return answer('members', reason, lasting);
  }

  openings(at: Date): { next: string | null; until: string | null } {
    const now = at.getTime();
    const all = this.published(at).map((chapter, index) => this.access(chapter, index + 1, at));
    const dates = all.flatMap(({ free_at: freeAt }) => freeAt ?? []).sort();
    const [freeWindow] = this.#freeWindows(now);
    const isOpened = all.some(({ reason }) => reason === 'window');
    return { next: dates[0] ?? null, until: isOpened && freeWindow ? write(freeWindow.to) : null };
  }

  isEditionOut(chapter: ModelChapter, language: Language, at: Date): boolean {
    const date = chapter.editions.find((edition) => edition.language === language)?.at ?? null;
    return date !== null && date <= at.getTime();
  }

  /** Each published edition with the number of its chapter and its date, in the order of the book. */
  editionsOut(at: Date): string[] {
    return this.published(at).flatMap((chapter, index) =>
      chapter.editions
        .filter(({ language }) => this.isEditionOut(chapter, language, at))
        .map((edition) => `${index + 1} ${chapter.id} ${edition.language} ${write(edition.at)}`)
        .sort(),
    );
  }

  /** The chapters that come next, with the numbers that it will have; null where the book does not tell. */
  schedule(at: Date): { chapter_number: number; published_at: string | null }[] | null {
    if (!this.#showsSchedule) return null;
    const shown = this.published(at).length;
    return this.chapters
      .flatMap((chapter) => this.#date(chapter) ?? [])
      .filter((date) => date > at.getTime())
      .slice(0, 10)
      .map((date, index) => ({ chapter_number: shown + index + 1, published_at: write(date) }));
  }

  /** The calendar of the next 30 days, as text to sort. */
  calendar(at: Date): string[] {
    const end = at.getTime() + 30 * dayMs;
    const coming = (this.schedule(at) ?? []).map(({ chapter_number: number, published_at: date }) => ({
      ...{ at: date, kind: 'chapter', number, id: null },
    }));
    const opening = this.published(at).map((chapter, index) => {
      const { state, free_at: freeAt } = this.access(chapter, index + 1, at);
      return { at: state === 'members' ? freeAt : null, kind: 'free', number: index + 1, id: chapter.id };
    });
    return [...coming, ...(this.#showsSchedule ? opening : [])]
      .filter((entry) => entry.at !== null && Date.parse(entry.at) < end)
      .map((entry) => `${entry.at} ${entry.kind} ${entry.number} ${entry.id}`)
      .sort();
  }

  /** The entries of the book's feed, as text to sort: each chapter, and each that its own date or early access opened. */
  feed(at: Date): string[] {
    const entries = this.published(at).flatMap((chapter, index): Entry[] => {
      const isNow = this.access(chapter, index + 1, at).state;
      const kind = isNow === 'free' ? 'free' : 'locked';
      const first = firstDate(this.chapters.indexOf(chapter)).toISOString();
      const opened = this.#openedAt(chapter, index + 1, at);
      return [
        { id: `urn:uuid:${chapter.id}`, kind, at: first },
        ...(opened === null ? [] : [{ id: null, kind, at: write(opened) }]),
      ];
    });
    return entries.map((entry) => `${entry.at} ${entry.kind} ${entry.id}`).sort();
  }

  /** The moment at which a chapter that was for members until then became free for good; null where none was. */
  #openedAt(chapter: ModelChapter, number: number, at: Date): number | null {
    const date = this.#date(chapter);
    if (date === null || chapter.access === 'free') return null;
    const early = chapter.access === 'rule' && this.#days !== null ? date + this.#days * dayMs : null;
    const moment = chapter.freeAt ?? early;
    if (moment === null || moment > at.getTime() || moment <= date) return null;
    return this.access(chapter, number, new Date(moment - 1)).state === 'members' ? moment : null;
  }

  likes(at: Date): number {
    return this.published(at).reduce((sum, { likes }) => sum + likes, 0);
  }

  /** The moments after now at which something may change, each with a millisecond around it. */
  boundaries(now: Date): Date[] {
    const days = this.#days;
    const moments = [
      ...this.chapters.flatMap((chapter) => {
        const date = this.#date(chapter);
        return [
          ...chapter.editions.flatMap(({ at }) => at ?? []),
          ...(chapter.freeAt === null ? [] : [chapter.freeAt]),
          ...(date === null || days === null ? [] : [date + days * dayMs]),
        ];
      }),
      ...this.#windows.flatMap(({ from, to }) => [from, to]),
    ];
    const around = moments.flatMap((moment) => [moment - 1, moment, moment + 1]);
    return [...new Set(around)]
      .filter((moment) => moment > now.getTime())
      .sort((a, b) => a - b)
      .map((moment) => new Date(moment));
  }

  /** Now, and the first of the boundaries after it; after some steps none, so that the next step comes before them. */
  momentsAround(now: Date, step: Step): Date[] {
    return [now, ...this.boundaries(now).slice(0, step.do === 'hide' ? 0 : 3)];
  }

  /** How long shared caches may keep an answer, by the next change of this site. */
  caching(at: Date): string {
    const next = this.#nextChange(at);
    const seconds = next === null ? 35 : Math.floor((next - at.getTime()) / 1000);
    const fresh = Math.min(5, seconds);
    return `public, max-age=0, s-maxage=${fresh}, stale-while-revalidate=${Math.min(30, seconds - fresh)}`;
  }

  #nextChange(at: Date): number | null {
    const now = at.getTime();
    const lasting = this.published(at).flatMap((chapter, index) => {
      const { freeAt, access } = chapter;
      if (access === 'members') return freeAt ?? [];
      if (access === 'free' || index + 1 <= (this.#free ?? 3)) return [];
      return freeAt ?? (this.#days === null ? [] : (this.#date(chapter) ?? 0) + this.#days * dayMs);
    });
    const dates = this.chapters.flatMap(({ editions }) => editions.flatMap(({ at: date }) => date ?? []));
    const moments = [...lasting, ...dates, ...this.#windows.flatMap(({ from, to }) => [from, to])];
    const coming = moments.filter((moment) => moment > now);
    return coming.length === 0 ? null : Math.min(...coming);
  }
}
