import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../app/testing/server.ts';
import { isLong } from '../../../server/testing/depth.ts';
import type { SearchAnswer, SuggestAnswer } from '../../catalog/contract.ts';
import { createMedia, type Media } from '../../media/server/media.ts';
import { importCommand } from './importing.ts';

const samples = resolve(process.env.LONGSTRIP_SAMPLES ?? '../shared/data');
const isHere = existsSync(samples);
const why = isHere ? 'skipped: the long form plays it' : 'skipped: LONGSTRIP_SAMPLES names none';

/** What the library has of each book, and what its operator adds. */
const books = {
  journey: {
    files: ['novels/xiyouji-zh/西游记-前十回.gb18030.txt'],
    facts: `title: {zh-cn: 西游记, en-us: Journey to the West}
author: 吴承恩
tags: [玄幻奇幻]
aliases: {en-us: [Monkey], zh-cn: [大话西游原著, 西遊記]}`,
  },
  tour: {
    files: ['novels/le-tour-du-monde-fr/800-8.txt'],
    facts: `title: {fr-fr: Le Tour du monde en quatre-vingts jours, en-us: Around the World in Eighty Days}
author: Jules Verne
tags: [Vie urbaine]
aliases: [La Vuelta al mundo]`,
  },
  quijote: {
    files: ['novels/don-quijote-es/01-Primera_Parte/01-Capítulo_1.md'],
    facts: `title: El ingenioso hidalgo don Quijote de la Mancha
author: Miguel de Cervantes
original_language: es-es
tags: [Wuxia clásico]
aliases: {en-us: [Don Quixote]}`,
  },
  mamluk: {
    files: ['novels/al-mamluk-al-sharid-ar/المملوك-الشارد.txt'],
    facts: `title: المَمْلُوك الشّارِد
author: جُرجي زيدان
tags: [رومانسية تاريخية]
aliases: {en-us: [The Fugitive Mamluk]}`,
  },
  timeMachine: { files: ['novels/the-time-machine-en/h-g-wells_the-time-machine.epub'], facts: 'tags: [未来科幻]' },
  carrot: {
    files: ['comics/pepper-and-carrot/en/ep01_Potion-of-Flight/en_Pepper-and-Carrot_by-David-Revoy_E01P01.jpg'],
    facts: `title: {en-us: Pepper & Carrot, zh-cn: 小辣椒与萝卜头, fr-fr: Poivre et Carotte, ar-sa: فُلفُل و جَزَر}
author: David Revoy`,
  },
} as const;

type Found = keyof typeof books;

/** What readers type, and the book that they mean by it; the kind of the first suggestion where there is one. */
const queries: readonly [typed: string, first: Found | null, suggested?: 'book' | 'author' | 'tag'][] = [
  // Chinese of one to four characters, standing together.
  ['西', 'journey', 'book'],
  ['游记', 'journey', 'book'],
  ['西游记', 'journey', 'book'],
  ['大话西游', 'journey', 'book'],
  ['萝卜', 'carrot', 'book'],
  ['小辣椒与', 'carrot', 'book'],
  ['西记', null],
  // Arabic with and without marks, with other letters of the same sound.
  ['المملوك', 'mamluk', 'book'],
  ['المَمْلُوك الشّارِد', 'mamluk', 'book'],
  ['الشارد', 'mamluk', 'book'],
  ['جرجي زيدان', 'mamluk', 'author'],
  ['جُرْجِي', 'mamluk', 'author'],
  // Typos, accents and case.
  ['time mahcine', 'timeMachine', 'book'],
  ['machin', 'timeMachine', 'book'],
  ['jouney', 'journey', 'book'],
  ['QUIXOTTE', 'quijote', 'book'],
  ['quatre vingts jours', 'tour', 'book'],
  ['carotte', 'carrot', 'book'],
  ['فلفل و جزر', 'carrot', 'book'],
  ['revoi', 'carrot', 'author'],
  ['المملوق', 'mamluk', 'book'],
  ['xournal', null],
  // Other names.
  ['monkey', 'journey', 'book'],
  ['西遊記', 'journey', 'book'],
  ['la vuelta', 'tour', 'book'],
  ['fugitive', 'mamluk', 'book'],
  // Authors.
  ['吴承恩', 'journey', 'author'],
  ['verne', 'tour', 'author'],
  ['cervantes', 'quijote', 'author'],
  ['wells', 'timeMachine', 'author'],
  // Genres by their names in any language, whatever language the book has.
  ['玄幻奇幻', 'journey', 'tag'],
  ['science-fiction', 'timeMachine', 'tag'],
  ['خيال علمي', 'timeMachine', 'tag'],
  ['romance de época', 'mamluk', 'tag'],
  ['Classical wuxia', 'quijote', 'tag'],
  ['古典武侠', 'quijote', 'tag'],
  ['vie urbaine', 'tour', 'tag'],
  // Words of several fields.
  ['吴承恩 west', 'journey'],
  ['verne 80', null],
  ['verne eighty', 'tour'],
];

/** Real files, where the sample library is at hand; it is never part of the project. */
describe.skipIf(!isHere || !isLong)(`books of the sample library${isHere && isLong ? '' : ` (${why})`}`, () => {
  let server: TestServer;
  let library: string;
  let media: Media;
  const names = new Map<string, Found>();

  beforeAll(async () => {
    server = await startTestServer();
    library = await mkdtemp(join(tmpdir(), 'longstrip-found-'));
    media = createMedia({ dataDir: join(library, '.data') });
    for (const [name, { files, facts }] of Object.entries(books)) {
      for (const file of files) await cp(join(samples, file), join(library, name, file.split('/').at(-1) ?? ''));
      await writeFile(join(library, name, 'book.yaml'), `id: ${name}\n${facts}\n`);
    }
    const err: string[] = [];
    const status = await importCommand(
      { db: server.db, media, stdout: { write: () => {} }, stderr: { write: (text) => err.push(text) } },
      { paths: [library], avif: 'later' },
    );
    expect(status, err.join('')).toBe(0);
    const { rows } = await server.db.query<{ id: string; key: string }>('select id, source_key as key from books');
    for (const { id, key } of rows)
      for (const name of Object.keys(books) as Found[]) if (key.endsWith(name)) names.set(id, name); // the keys of `books`
  }, 300_000);
  afterAll(async () => {
    await media.close();
    await server.stop();
    await rm(library, { recursive: true });
  });

  it.each(queries)('are found by %s as readers mean it', async (typed, first, kind) => {
    const q = encodeURIComponent(typed);
    const found = await server.ask(`/api/v1/comics/book/search?sort=relevance&q=${q}`);
    const { result }: SearchAnswer = found.json().data;
    expect([typed, names.get(result?.[0]?.book_uuid ?? '') ?? null]).toEqual([typed, first]);
    if (!kind) return;
    const suggested = await server.ask(`/api/v1/comics/book/suggest?q=${q}`);
    const [suggestion]: SuggestAnswer['result'] = suggested.json().data.result;
    expect([typed, suggestion?.kind]).toEqual([typed, kind]);
    if (kind === 'book') expect(names.get(suggestion?.book_uuid ?? '')).toBe(first);
  });
});
