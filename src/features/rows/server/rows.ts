import { isPreviewing } from '../../../server/database/preview.ts';
import type { Platform } from '../../../server/http/platform.ts';
import type { Language } from '../../../shared/languages.ts';
import { type HomeRow, inLanguageOf } from '../../../shared/site-settings.ts';
import type { Book } from '../../catalog/contract.ts';
import { listsAdult } from '../../catalog/rules.ts';
import { type CoversOf, presentRows, type WantedRow } from '../../catalog/server/catalog.ts';
import type { Dates } from '../../catalog/server/dates/openings.ts';
import type { BookOfRow, Row } from '../contract.ts';
import { booksOfRow, rowsAt } from '../rules.ts';

export interface RowsDeps extends Platform {
  dates: Dates;
  coversOf: CoversOf;
}

/** The rows that readers of that language see now; those that would be empty are left out. */
export async function listRows(deps: RowsDeps, language: Language): Promise<Row[]> {
  const { setting, dates, clock } = deps;
  // As the page knows them; a preview looks at another moment.
  const now = isPreviewing() ? dates.now() : clock();
  const rows = rowsAt(setting('rows'), { language, now });
  const wanted = rows.flatMap((row) => wantedOf(row) ?? []);
  const adult = listsAdult(deps.config.adultBooks, { adult: false });
  const found = await presentRows(deps.db, { ...deps, rows: wanted, language, adult, limit: booksOfRow });
  const lists = found.values();
  return rows.flatMap((row) => {
    const books = wantedOf(row) ? (lists.next().value ?? []) : null;
    if (books?.length === 0) return [];
    const { kind, title = {}, tag = null } = row;
    return [{ kind, title: inLanguageOf(title, language) ?? null, tag, books: books?.map(present) ?? null }];
  });
}

/** What the catalogue is asked for; null: the page has the row from elsewhere. */
function wantedOf({ kind, tag = '', books = [] }: HomeRow): WantedRow | null {
  switch (kind) {
    case 'continue':
    case 'new_for_you':
    case 'recommended':
      return null;
    case 'tag':
      return { kind, tag };
    case 'picked':
      return { kind, books };
    case 'newest':
    case 'updated':
    case 'popular':
    case 'finished':
    case 'free_now':
      return { kind };
  }
}

function present(book: Book): BookOfRow {
  const { book_uuid, book_title, language, text_language, cover } = book;
  return {
    ...{ book_uuid, book_title, language },
    ...(text_language !== undefined && { text_language }),
    cover: cover && smallCover(cover),
  };
}

/** Twice the width of a card, which phones show smaller. */
const coverWidth = 320;

/** One address, in the format that every browser shows: the many covers of a page are to weigh little in its document. */
function smallCover({ src, sources }: NonNullable<Book['cover']>): string {
  const forms = sources.at(-1)?.srcset.split(', ') ?? [];
  return forms.find((form) => form.endsWith(` ${coverWidth}w`))?.split(' ')[0] ?? src;
}
