import { languageTags } from '../../../../shared/languages.ts';
import { foldForSearch } from '../../../../shared/search-text.ts';
import { all, type Condition, editionIs } from '../../../catalog/server/search/edition-queries.ts';
import { type Answer, Json, notFound } from './answers.ts';
import { type Asked, type Call, type Ground, get, requireEdition, requireId } from './calls.ts';
import { isOf, readCondition } from './conditions.ts';
import { listIn, readChapterOrder, readEditionOrder, readFilters, readPaging, repeatedIn } from './query.ts';
import { ages, presentLibrary, presentList } from './shapes.ts';

/** Lists of libraries, series and books, and what they can be filtered by. */
export function listCalls(ground: Ground): Call[] {
  const { listing, nameOfLibrary } = ground;
  const post = (path: string, answer: Call['answer']): Call => ({ method: 'POST', path, answer });

  const title = { orderBy: 'title', isDescending: false } as const;
  const newest = { orderBy: 'created', isDescending: true } as const;
  const updated = { orderBy: 'updated', isDescending: true } as const;

  /** A list of series by its address, or by the condition in its body. */
  const series =
    (usual: { orderBy: 'title' | 'created' | 'updated'; isDescending: boolean }) =>
    async ({ reader, query, body }: Asked): Promise<Answer> => {
      const { searched, readState } = listing.search(reader, 'series');
      const { condition, isWordy } = readSearch(query, body, searched);
      const order =
        readEditionOrder(query) ?? (isWordy ? ({ orderBy: 'popularity', isDescending: true } as const) : usual);
      const read = await readState(order);
      return new Json(await listing.listSeries(reader, { condition, order, read, paging: readPaging(query) }));
    };

  const books =
    (
      usual: { orderBy: 'published' | 'number'; isDescending: boolean },
      within: (asked: Asked) => Condition = () => all([]),
    ) =>
    async (asked: Asked): Promise<Answer> => {
      const { reader, query, body } = asked;
      const { searched, readState } = listing.search(reader, 'books');
      const condition = all([within(asked), readSearch(query, body, searched).condition]);
      const order = readChapterOrder(query) ?? usual;
      const read = await readState(order);
      return new Json(await listing.listBooks(reader, { condition, order, read, paging: readPaging(query) }));
    };

  const libraries = async ({ reader }: Asked) =>
    (await listing.listLibraries(reader)).map(({ id, language, kind }) =>
      presentLibrary({ id, name: nameOfLibrary(language, kind) }),
    );
  const inLibraries = ({ query }: Asked): Condition => {
    const ids = listIn(query, 'library_id');
    const seriesIds = repeatedIn(query, 'series_id');
    return all([...(ids.length > 0 ? [isOf.libraries(ids)] : []), ...seriesIds.map(isOf.series)]);
  };
  const genres = async (asked: Asked) => new Json(await listing.listGenres(asked.reader, inLibraries(asked)));
  const nothing = async () => new Json([]);
  const emptyPage = async ({ query }: Asked) => new Json(presentList([], 0, { ...readPaging(query), isSorted: false }));

  async function authors(asked: Asked): Promise<{ name: string; role: string }[]> {
    const { query, reader } = asked;
    const [role = 'writer'] = listIn(query, 'role');
    if (role.toLowerCase() !== 'writer') return [];
    const wanted = foldForSearch(repeatedIn(query, 'search').at(-1) ?? '');
    const names = await listing.listAuthors(reader, inLibraries(asked));
    return names.filter((name) => foldForSearch(name).includes(wanted)).map((name) => ({ name, role: 'writer' }));
  }

  return [
    get('/api/v1/libraries', async (asked) => new Json(await libraries(asked))),
    get('/api/v1/libraries/*', async (asked) => {
      const library = (await libraries(asked)).find(({ id }) => id === asked.params[0]);
      if (!library) throw notFound();
      return new Json(library);
    }),
    get('/api/v1/series', series(title)),
    post('/api/v1/series/list', series(title)),
    get('/api/v1/series/new', series(newest)),
    get('/api/v1/series/latest', series(updated)),
    get('/api/v1/series/updated', series(updated)),
    get('/api/v1/series/release-dates', nothing),
    get('/api/v1/series/alphabetical-groups', nothing),
    post('/api/v1/series/list/alphabetical-groups', nothing),
    get(
      '/api/v1/series/*',
      async (asked) => new Json(await listing.presentOneSeries(asked.reader, await requireEdition(ground, asked))),
    ),
    get('/api/v1/series/*/books', async (asked) => {
      await requireEdition(ground, asked);
      const { id, language } = requireId(asked);
      const inOrder = books({ orderBy: 'number', isDescending: false }, () => editionIs.ofBook(id, language));
      // By its id a series for adults is there with all that is in it.
      return inOrder({ ...asked, reader: { ...asked.reader, adult: true } });
    }),
    get('/api/v1/series/*/collections', nothing),
    get('/api/v1/series/*/thumbnails', nothing),
    get('/api/v1/books', books({ orderBy: 'published', isDescending: true })),
    post('/api/v1/books/list', books({ orderBy: 'published', isDescending: true })),
    get('/api/v1/books/latest', books({ orderBy: 'published', isDescending: true })),
    get(
      '/api/v1/books/ondeck',
      async (asked) => new Json(await listing.listOnDeck(asked.reader, inLibraries(asked), readPaging(asked.query))),
    ),
    get('/api/v1/books/duplicates', emptyPage),
    get('/api/v1/collections', emptyPage),
    get('/api/v1/readlists', emptyPage),
    get('/api/v1/genres', genres),
    ...['tags', 'tags/series', 'tags/book', 'publishers', 'sharing-labels'].map((each) =>
      get(`/api/v1/${each}`, nothing),
    ),
    get('/api/v1/age-ratings', async () => new Json(Object.values(ages).map(String))),
    get(
      '/api/v1/languages',
      async ({ reader }) =>
        new Json((await listing.listLanguages(reader)).map((language) => languageTags[language].slice(0, 2))),
    ),
    get('/api/v1/authors', async (asked) => new Json(await authors(asked))),
    get('/api/v1/authors/names', async (asked) => new Json((await authors(asked)).map(({ name }) => name))),
    get('/api/v1/authors/roles', async () => new Json(['writer'])),
    get('/api/v2/authors', async (asked) => {
      const found = await authors(asked);
      const paging = readPaging(asked.query);
      const shown = paging.unpaged ? found : found.slice(paging.page * paging.size, (paging.page + 1) * paging.size);
      return new Json(presentList(shown, found.length, { ...paging, isSorted: true }));
    }),
    get('/api/v1/client-settings/user/list', async () => new Json({})),
  ];
}

/** The condition of an address and of a body; `isWordy`: words are searched for. */
function readSearch(
  query: Asked['query'],
  body: unknown,
  searched: Parameters<typeof readCondition>[1],
): { condition: Condition; isWordy: boolean } {
  const { condition, fullTextSearch: words = null } = Object(body ?? {}) as Record<string, unknown>; // no list has a body of another kind
  const given = typeof words === 'string' ? words.trim() : '';
  const parts = [readFilters(query, searched), readCondition(condition, searched), isOf.words(given, searched.of)];
  return { condition: all(parts), isWordy: given !== '' || (repeatedIn(query, 'search').at(-1) ?? '').trim() !== '' };
}
