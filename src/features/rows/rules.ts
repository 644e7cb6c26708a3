import { defaultLanguage, type Language } from '../../shared/languages.ts';
import { type HomeRow, inLanguageOf, type ReadSetting, type RowKind } from '../../shared/site-settings.ts';

export const limits = { rows: 12, books: 50, title: 60 };
/** A row shows so many books; of those that were picked all. */
export const booksOfRow = 6;

/** Kinds with things of their own in the page: it shows the first of each. */
const single: readonly RowKind[] = ['continue', 'new_for_you', 'recommended'];

/** The rows that readers of that language see at a moment. */
export function rowsAt(rows: readonly HomeRow[], { language, now }: { language: Language; now: Date }): HomeRow[] {
  const time = now.getTime();
  const due = rows.filter(
    ({ languages, from, until }) =>
      (languages?.includes(language) ?? true) &&
      (from === undefined || Date.parse(from) <= time) &&
      (until === undefined || Date.parse(until) > time),
  );
  return due.filter((row, at) => !single.includes(row.kind) || due.findIndex(({ kind }) => kind === row.kind) === at);
}

/**
 * What a page must know of its rows before it asks for them: where the rows stand that it fills itself. `books` stands
 * for all rows between two of those.
 */
export type RowSlot = 'continue' | 'newForYou' | 'recommended' | 'books';

/** The slots of the page, in their order; undefined: as without any rows of the operator's. */
export function slotsAt(setting: ReadSetting, asked: { language: Language; now: Date }): RowSlot[] | undefined {
  const rows = rowsAt(setting('rows'), asked);
  if (rows.length === 1 && rows[0]?.kind === 'recommended' && rows[0].title === undefined) return undefined;
  const slots = rows.map(({ kind }) => slotOf(kind));
  return slots.filter((slot, at) => slot !== 'books' || slots[at - 1] !== 'books');
}

/** The titles of the rows that the page fills itself, where the operator gives them one. */
export function titlesAt(
  setting: ReadSetting,
  asked: { language: Language; now: Date },
): { [Slot in Exclude<RowSlot, 'books'>]?: string } {
  const titled = rowsAt(setting('rows'), asked).flatMap(({ kind, title }) => {
    const [slot, text] = [slotOf(kind), title && inLanguageOf(title, asked.language)];
    return slot === 'books' || text === undefined ? [] : [[slot, text] as const];
  });
  return Object.fromEntries(titled);
}

function slotOf(kind: RowKind): RowSlot {
  if (kind === 'new_for_you') return 'newForYou';
  return kind === 'continue' || kind === 'recommended' ? kind : 'books';
}

/** The faults of a row, by the field that has them. */
export function faultsOfRow(row: HomeRow): { field: keyof HomeRow; message: string }[] {
  const { kind, title, tag, books, languages, from, until } = row;
  const faults: { field: keyof HomeRow; message: string }[] = [];
  const say = (field: keyof HomeRow, message: string) => void faults.push({ field, message });
  if (title && title[defaultLanguage] === undefined) say('title', 'needs its English form');
  if ((kind === 'tag') !== (tag !== undefined)) say('tag', 'is for rows of a tag, which need it');
  if ((kind === 'picked') !== (books !== undefined)) say('books', 'are for rows of picked books, which need them');
  if (books && new Set(books).size < books.length) say('books', 'must not repeat a book');
  if (languages?.length === 0) say('languages', 'must name a language');
  if (from !== undefined && until !== undefined && Date.parse(from) >= Date.parse(until))
    say('until', 'must be after `from`');
  return faults;
}
