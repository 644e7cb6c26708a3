import { setTimeout as sleep } from 'node:timers/promises';
import { type ChaptersAnswer, orderBy, type SearchAnswer } from '../../../src/features/catalog/contract.ts';
import { cachedForMs, type GrownSite, percentile, timeOf } from '../lib/grown.ts';
import { type BenchContext, interleave, median, type Outcome, type Row } from '../row.ts';

const api = '/api/v1/comics';
const rounds = 5;
const pageSize = 10;
const notAtSize = { skipped: 'at size only: npm run -s bench -- --grown' };

/** Frequent, rare and absent words of one, two and three characters, in the five languages of grown books. */
const shortWords: Record<string, readonly string[]> = {
  'zh-cn': ['天', '霁', '丂', '传说', '芦苇', '谡旻', '武神传', '说书人', '丂丂丂'],
  'en-us': ['e', 'q', 'x', 'th', 'zi', 'qx', 'the', 'yar', 'qqx'],
  'fr-fr': ['é', 'w', 'œ', 'de', 'yv', 'wx', 'roi', 'ypé', 'wxz'],
  'es-es': ['a', 'ñ', 'x', 'el', 'ug', 'kq', 'rey', 'nuñ', 'kwk'],
  'ar-sa': ['م', 'ظ', 'پ', 'ال', 'ظف', 'ظظ', 'ليل', 'قتي', 'ظظظ'],
};
const longWords: Record<string, readonly string[]> = {
  'zh-cn': ['重生江湖', '慕容', '小镇 传说'],
  'en-us': ['dragon', 'silent king', 'zeppelin'],
  'fr-fr': ['nuit', 'glycine', 'roi paris'],
  'es-es': ['secreto', 'jacaranda', 'luna madrid'],
  'ar-sa': ['بغداد', 'شهرزاد', 'ليلى الأحمد'],
};

const searchPath = (query: Record<string, string | number>) =>
  `${api}/book/search?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`;
const searchesFor = (words: Record<string, readonly string[]>) =>
  Object.entries(words).flatMap(([language, list]) =>
    list.flatMap((q) => orderBy.options.map((order_by) => searchPath({ language, q, order_by, page: 0 }))),
  );
const tags = ['玄幻奇幻', '末世', '治愈'];
const lists = orderBy.options.flatMap((order_by) => [
  { language: 'en-us', order_by },
  ...tags.map((tag) => ({ language: 'fr-fr', order_by, tag })),
]);

/** The median time of these requests on both sites; the database answers each. */
async function beside(context: BenchContext, pathsOf: (site: GrownSite) => Promise<string[]>): Promise<Outcome> {
  if (!context.grown) return notAtSize;
  const [large, small] = [await context.grown.large(), await context.grown.small()];
  const ask = async (site: GrownSite) => {
    const times: number[] = [];
    await sleep(cachedForMs);
    for (const path of await pathsOf(site)) times.push(await timeOf(site.server.url + path));
    return median(times);
  };
  await ask(large);
  await ask(small);
  return interleave(
    rounds,
    () => ask(large),
    () => ask(small),
  );
}

const at10k = 'the same at 10,000 books';
const ofTenThousand = {
  against: at10k,
  unit: 'ms',
  isAtSize: true,
  target: { kind: 'ratioAtMost', value: 1.5 },
} as const;

export const searchAtSize: Row = {
  name: 'search-1m',
  what: 'a search, words of any length in five languages, first page, at size',
  ...ofTenThousand,
  run: (context) => beside(context, async () => [...searchesFor(longWords), ...searchesFor(shortWords)]),
};

export const listAtSize: Row = {
  name: 'list-1m',
  what: 'a list of books in each order, with a tag and without, the carousel, the tags, at size',
  ...ofTenThousand,
  run: (context) =>
    beside(context, async () => [
      ...[0, 1, 5].flatMap((page) => lists.map((list) => searchPath({ ...list, page }))),
      `${api}/book/recommendation/list?language=en-us`,
      '/api/v1/reader/book/tags?language=en-us',
    ]),
};

export const chaptersAtSize: Row = {
  name: 'chapters-20m',
  what: "a page of a book's chapters, and a chapter, at size",
  ...ofTenThousand,
  run: (context) => beside(context, chapterPaths),
};

async function chapterPaths({ server, database }: GrownSite): Promise<string[]> {
  const { rows } = await database.db.query<{ id: string; chapterId: string; chapters: number }>(
    `select b.id, c.id as "chapterId", b.chapter_count as chapters from (
       select id, chapter_count, public_free_chapters from books where not hidden order by popularity desc limit 30) b
     join chapters c on c.book_id = b.id and c.number = 1
     where b.public_free_chapters is distinct from 0`,
  );
  if (rows.length === 0) throw new Error(`${server.url} has no books`);
  return rows.flatMap(({ id, chapterId, chapters }) => [
    `${api}/chapters/${id}/en-us/asc/0/50`,
    `${api}/chapters/${id}/en-us/desc/${Math.floor((chapters - 1) / 50)}/50`,
    `${api}/chapter_comics/${chapterId}/en-us`,
  ]);
}

export const deepPage: Row = {
  name: 'deep-page',
  what: 'the last page of a list, at size: the slowest of the lists',
  against: 'its first page; the target is what it may take, in the queue of searches',
  unit: 'ms',
  isAtSize: true,
  target: { kind: 'oursAtMost', value: 400 },
  async run({ grown }) {
    if (!grown) return notAtSize;
    const { server, database } = await grown.large();
    const pairs = [...(await pairsOf(server.url, lists)), ...(await chapterPairs(server.url, database))];
    return slowestPair(server.url, pairs);
  },
};

export const deepSearch: Row = {
  name: 'deep-search',
  what: 'the last page that a search reaches, of words that are met most often, at size',
  against: 'its first page; the target is what a search may take',
  unit: 'ms',
  isAtSize: true,
  target: { kind: 'oursAtMost', value: 1000 },
  async run({ grown }) {
    if (!grown) return notAtSize;
    const { server } = await grown.large();
    const searches = [
      { language: 'zh-cn', order_by: 'updated_at', q: '天' },
      { language: 'en-us', order_by: 'popularity', q: 'the' },
    ];
    return slowestPair(server.url, await pairsOf(server.url, searches));
  },
};

/** The times of the slowest pair: its first page and its last page. */
async function slowestPair(url: string, pairs: readonly Pair[]): Promise<Outcome> {
  const times = new Map(pairs.map(({ name }) => [name, { last: [] as number[], first: [] as number[] }]));
  for (let round = 0; round < rounds; round++) {
    await sleep(cachedForMs);
    for (const { name, last, first } of pairs) {
      times.get(name)?.last.push(await timeOf(url + last));
      times.get(name)?.first.push(await timeOf(url + first));
    }
  }
  const medians = [...times].map(([name, { last, first }]) => ({ name, ours: median(last), reference: median(first) }));
  medians.sort((one, other) => other.ours - one.ours);
  const [worst] = medians;
  const note = medians
    .map(({ name, ours, reference }) => `${name} ${ours.toFixed(0)}/${reference.toFixed(0)}`)
    .join(', ');
  return { ours: worst?.ours ?? Number.NaN, reference: worst?.reference ?? null, note: `last/first in ms: ${note}` };
}

interface Pair {
  name: string;
  first: string;
  last: string;
}

async function pairsOf(url: string, asked: readonly Record<string, string>[]): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (const list of asked) {
    const first = searchPath({ ...list, page: 0 });
    const { data } = (await (await fetch(url + first)).json()) as { data: SearchAnswer };
    const last = searchPath({ ...list, page: Math.max(0, Math.ceil((data.total ?? 0) / pageSize) - 1) });
    pairs.push({ name: Object.values(list).slice(1).join(' '), first, last });
  }
  return pairs;
}

async function chapterPairs(url: string, { db }: GrownSite['database']): Promise<Pair[]> {
  const { rows } = await db.query<{ id: string; chapters: number }>(
    'select id, chapter_count as chapters from books where not hidden order by chapter_count desc limit 1',
  );
  const [book] = rows;
  if (!book) throw new Error(`${url} has no books`);
  const page = (direction: string, number: number) => `${api}/chapters/${book.id}/en-us/${direction}/${number}/50`;
  const first = page('asc', 0);
  const answer = (await (await fetch(url + first)).json()) as { data: ChaptersAnswer };
  if (!answer.data.result) throw new Error(`${url}${first} has no chapters`);
  return [{ name: 'chapters', first, last: page('asc', Math.floor((book.chapters - 1) / 50)) }];
}

export const shortWordsAtSize: Row = {
  name: 'short-words',
  what: 'p95 of searches for words of 1, 2 and 3 characters, frequent, rare and absent, in five languages, at size',
  against: 'its target',
  unit: 'ms',
  isAtSize: true,
  target: { kind: 'oursAtMost', value: 50 },
  async run({ grown }) {
    if (!grown) return notAtSize;
    const { server } = await grown.large();
    const times: { path: string; ms: number }[] = [];
    for (let round = 0; round < rounds; round++) {
      await sleep(cachedForMs);
      for (const path of searchesFor(shortWords)) times.push({ path, ms: await timeOf(server.url + path) });
    }
    const all = times.map(({ ms }) => ms);
    const slowest = times.toSorted((one, other) => other.ms - one.ms)[0];
    const told = decodeURIComponent(slowest?.path.split('?')[1] ?? '');
    const note = `p50 ${percentile(all, 0.5).toFixed(1)} ms, slowest ${slowest?.ms.toFixed(0)} ms: ${told}`;
    return { ours: percentile(all, 0.95), reference: null, note };
  },
};
