import { all, chapterIs, editionIs, type ListedChapter } from '../../../catalog/server/search/edition-queries.ts';
import { sendFile } from '../../../media/server/media.ts';
import { readNav } from '../../epub.ts';
import { type DoorPage, type OpenedPages, type PageForm, sizeOfPage } from '../pages/pages.ts';
import { type Answer, forbidden, Json, notFound, Violation } from './answers.ts';
import { type Asked, type Call, type Ground, get, requireEdition, requireId } from './calls.ts';
import { type Edition, readNovelId } from './ids.ts';
import {
  divinaType,
  positionsType,
  publicationType,
  typeOfResource,
  writeDocuments,
  writeEpubManifest,
  writeManifest,
  writePosition,
} from './manifest.ts';
import { repeatedIn } from './query.ts';
import { presentPage } from './shapes.ts';

/** A chapter that the reader may read now, with its pages. */
export interface OpenBook {
  chapter: ListedChapter;
  pages: readonly DoorPage[];
}

/** Rejects with 404 for a chapter or novel that there is not, and with 403 for one that is closed to the reader. */
function requireBook(ground: Ground, asked: Asked): Promise<OpenBook> {
  const novel = readNovelId(asked.params[0] ?? '');
  return novel ? requireNovel(ground, asked, novel) : requireChapter(ground, asked);
}

/** The same for who reads it, and does not only see it in a list: from then on the reader's language is its own. */
export async function openBook(ground: Ground, asked: Asked): Promise<OpenBook> {
  const opened = await requireBook(ground, asked);
  const { language } = opened.chapter;
  await ground.lastLanguages.note({ userId: asked.reader.userId, language });
  return opened;
}

async function requireOpen({ pages }: Ground, asked: Asked): Promise<Extract<OpenedPages, { kind: 'open' }>> {
  const { id: chapterId, language } = requireId(asked);
  const opened = await pages.open({ chapterId, language, reader: asked.viewer });
  if (opened.kind === 'unknown') throw notFound();
  if (opened.kind === 'refused') throw forbidden();
  return opened;
}

async function requireChapter(ground: Ground, asked: Asked): Promise<OpenBook> {
  const { chapter: facts, pages } = await requireOpen(ground, asked);
  const isIt = all([chapterIs.one(facts.id, facts.language), editionIs.ofKind('comic')]);
  const chapter = await ground.listing.findChapter(asked.reader, isIt);
  if (!chapter) throw notFound();
  return { chapter, pages };
}

/** A novel has no pages. Rejects with 403 where none of its chapters is open to the reader. */
async function requireNovel({ listing }: Ground, asked: Asked, novel: Edition): Promise<OpenBook> {
  const isIt = all([editionIs.ofBook(novel.id, novel.language), editionIs.ofKind('novel')]);
  const chapter = await listing.findChapter(asked.reader, isIt);
  if (chapter) return { chapter, pages: [] };
  const edition = await listing.findEdition(asked.reader, novel);
  throw edition?.kind === 'novel' ? forbidden() : notFound();
}

/** A book, its pages and pictures. */
export function bookCalls(ground: Ground): Call[] {
  const { listing, pages, pictureFiles, jpegCoversOf } = ground;

  /** The bytes of a page are asked for more often than all else: nothing but the decision is asked of the database. */
  async function requirePage(asked: Asked): Promise<DoorPage> {
    const opened = await requireOpen(ground, asked);
    const given = asked.params[1] ?? '';
    const number = Number(given) - (repeatedIn(asked.query, 'zero_based').at(-1) === 'true' ? 0 : 1);
    const page = /^\d{1,7}$/.test(given) ? opened.pages[number] : undefined;
    if (!page) throw new Violation('pageNumber', 'There is no such page');
    return page;
  }

  async function sendPage(asked: Asked, page: DoorPage, form: PageForm): Promise<Answer> {
    const file = await pages.read(page, form);
    return { sent: sendFile(asked.request, asked.reply, { file, headers: pictureHeaders(`image/${form.as}`, file) }) };
  }

  async function sendCover(asked: Asked, imageId: string | null): Promise<Answer> {
    const cover = imageId === null ? undefined : (await jpegCoversOf([imageId])).get(imageId);
    if (imageId === null || !cover) throw notFound();
    const file = await pictureFiles.read({ imageId, variant: `w${cover.small.width}.jpg` });
    return { sent: sendFile(asked.request, asked.reply, { file, headers: pictureHeaders('image/jpeg', file) }) };
  }

  /** What tells of pages is there for comics alone. */
  async function requireComic(asked: Asked): Promise<OpenBook> {
    const opened = await openBook(ground, asked);
    if (opened.chapter.kind === 'novel') throw notFound();
    return opened;
  }

  async function sendManifest(asked: Asked): Promise<Answer> {
    return new Json(writeManifest({ ...(await requireComic(asked)), base: asked.base }), divinaType);
  }

  /** What lies in a novel's file. */
  async function openNovel({ params, viewer }: Asked) {
    const novel = readNovelId(params[0] ?? '');
    if (!novel) throw notFound();
    return ground.files().open({ ...novel, form: 'epub', as: 'webp', viewer });
  }

  async function sendEpubManifest(asked: Asked): Promise<Answer> {
    const { chapter } = await openBook(ground, asked);
    const { names, readMember } = await openNovel(asked);
    const chapters = readNav(String(await readMember('nav.xhtml')));
    return new Json(writeEpubManifest({ chapter, names, chapters, base: asked.base }), publicationType);
  }

  async function sendResource(asked: Asked): Promise<Answer> {
    const name = asked.params.slice(1).join('/');
    const type = typeOfResource(name);
    const bytes = type && (await (await openNovel(asked)).readMember(name));
    if (!type || !bytes) throw notFound();
    return { sent: asked.reply.headers({ 'Content-Type': type, 'Cache-Control': 'private, no-cache' }).send(bytes) };
  }

  const neighbour = (compares: '<' | '>') => async (asked: Asked) => {
    const { chapter } = await requireBook(ground, asked);
    const isNeighbour = all([
      editionIs.ofBook(chapter.bookId, chapter.language),
      chapterIs.numbered(compares, chapter.number),
    ]);
    const found = await listing.findChapter(asked.reader, isNeighbour, compares === '<');
    if (!found) throw notFound();
    return new Json(await listing.presentOneBook(asked.reader, found));
  };

  return [
    get(
      '/api/v1/books/*',
      async (asked) => new Json(await listing.presentOneBook(asked.reader, (await requireBook(ground, asked)).chapter)),
    ),
    get('/api/v1/books/*/previous', neighbour('<')),
    get('/api/v1/books/*/next', neighbour('>')),
    get('/api/v1/books/*/readlists', async () => new Json([])),
    get('/api/v1/books/*/thumbnails', async () => new Json([])),
    get('/api/v1/books/*/thumbnail', async (asked) =>
      sendCover(asked, (await requireBook(ground, asked)).chapter.coverImageId),
    ),
    get('/api/v1/series/*/thumbnail', async (asked) =>
      sendCover(asked, (await requireEdition(ground, asked)).coverImageId),
    ),
    get('/api/v1/books/*/pages', async (asked) => {
      const opened = await openBook(ground, asked);
      return new Json(
        opened.pages.map((page, index) => {
          const size = sizeOfPage(page, { as: 'webp' });
          return presentPage({ ...size, index, bytes: page.webp.at(-1)?.bytes ?? 0 });
        }),
      );
    }),
    get('/api/v1/books/*/pages/*', async (asked) => {
      const [convert] = repeatedIn(asked.query, 'convert');
      // Whoever asks for PNG shows JPEG as well, and its type is said.
      if (convert !== undefined && !/^(jpeg|png)$/i.test(convert))
        throw new Violation('convert', 'Must be jpeg or png');
      const page = await requirePage(asked);
      return sendPage(asked, page, convert === undefined ? { as: 'webp' } : { as: 'jpeg', atLeast: null });
    }),
    get('/api/v1/books/*/pages/*/thumbnail', async (asked) =>
      sendPage(asked, await requirePage(asked), { as: 'jpeg', atLeast: 1 }),
    ),
    get('/api/v1/books/*/manifest', async (asked) =>
      readNovelId(asked.params[0] ?? '') ? sendEpubManifest(asked) : sendManifest(asked),
    ),
    get('/api/v1/books/*/manifest/divina', sendManifest),
    get('/api/v1/books/*/manifest/epub', sendEpubManifest),
    ...['/api/v1/books/*/resource/*', '/api/v1/books/*/resource/*/*'].map((path) => get(path, sendResource)),
    get('/api/v1/books/*/positions', async (asked) => {
      const opened = { ...(await openBook(ground, asked)), base: asked.base };
      const positions =
        opened.chapter.kind === 'novel'
          ? writeDocuments(opened.chapter)
          : opened.pages.map((_, index) => writePosition(opened, index + 1));
      return new Json({ total: positions.length, positions }, positionsType);
    }),
    get('/api/v1/books/*/file', async (asked) => {
      const { request, reply, viewer } = asked;
      const novel = readNovelId(asked.params[0] ?? '');
      const which = novel ? { ...novel, form: 'epub' as const } : { ...requireId(asked), form: 'cbz' as const };
      // A comic's pages are those of the list of pages.
      return { sent: await ground.files().send(request, reply, { ...which, as: 'webp', viewer }) };
    }),
  ];
}

/** The app asks again each time, so that its copy ends with the right to it; the mark makes that cheap. */
function pictureHeaders(type: string, { etag }: { etag: string }): Record<string, string> {
  return {
    'Content-Type': type,
    'Cache-Control': 'private, no-cache',
    'Cross-Origin-Resource-Policy': 'same-site',
    'Accept-Ranges': 'bytes',
    ETag: etag,
  };
}
