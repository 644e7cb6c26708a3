import { createMemo } from '../../../../server/database/memo.ts';
import type { Platform } from '../../../../server/http/platform.ts';
import type { Language } from '../../../../shared/languages.ts';
import type { Access } from '../../../catalog/access.ts';
import {
  type ChapterFacts,
  findReadableChapter,
  listComicPages,
  type PageOfChapter,
} from '../../../catalog/server/catalog.ts';
import { accessOf, type Dates } from '../../../catalog/server/dates/openings.ts';
import type { ImageVariant } from '../../../media/rules.ts';
import {
  describeImages,
  type HotFile,
  type IncomingFile,
  type Media,
  type PictureFiles,
} from '../../../media/server/media.ts';
import { decideRefusal, type Reader } from '../../../reading/server/reading.ts';

/** A page of a comic as every door counts them, from 0: each tile of a strip is a page of its own, from top to bottom. */
export interface DoorPage {
  imageId: string;
  /** The number of the original, from 0, which the tiles of a strip share. */
  original: number;
  width: number;
  height: number;
  /** Its stored WebP files, the narrowest first; the widths of its JPEG files are theirs. */
  webp: ImageVariant[];
}

export interface AskedChapter {
  chapterId: string;
  language: Language;
}

/** Who asks; null: a visitor. */
export type DoorReader = Pick<Reader, 'membership' | 'now'> | null;

interface ChapterWithPages {
  chapter: ChapterFacts;
  pages: DoorPage[];
}

/** A published edition of a chapter, and whether who asks may read it now: only then with its pages. */
export type OpenedPages =
  | { kind: 'unknown' }
  | { kind: 'refused'; chapter: ChapterFacts }
  | ({ kind: 'open'; access: Access } & ChapterWithPages);

/** How a page's bytes are sent: as JPEG in one of the page's widths, or as the stored WebP. */
export type PageForm = { as: 'jpeg'; atLeast: number | null } | { as: 'webp' };

/** The pages of chapters for other people's programs. */
export interface DoorPages {
  /** Decides as for our own readers (spec: reading.md#access). The facts of a chapter are up to 3 seconds old. */
  open(asked: AskedChapter & { reader: DoorReader }): Promise<OpenedPages>;
  /** The pages of chapters whose pictures are known, as `open` gives them. */
  describePages(chaptersPages: readonly (readonly PageOfChapter[])[]): Promise<DoorPage[][]>;
  /** The file of a page that may be read; rejects with 503 where too many are being made at this moment. */
  read(page: DoorPage, form: PageForm): Promise<HotFile | IncomingFile>;
  /** The file of a page that may be read, where it is in memory. */
  peek(page: DoorPage, form: PageForm): HotFile | undefined;
}

export interface PagesDeps extends Pick<Platform, 'db' | 'clock'> {
  dates: Dates;
  media: Media;
  pictureFiles: PictureFiles;
}

/** An import may change a chapter; programs see the change within this time. */
const rememberedMs = 3000;
const mostChapters = 2000;

export function createDoorPages({ db, clock, dates, media, pictureFiles }: PagesDeps): DoorPages {
  const chapters = createMemo<ChapterWithPages | null>({
    keepMs: rememberedMs,
    // An unknown chapter is not remembered: it may be published at any moment.
    keepMsOf: (found) => (found ? rememberedMs : 0),
    limit: mostChapters,
    now: () => clock().getTime(),
    changedAt: dates.changedAt,
  });

  async function find(asked: AskedChapter): Promise<ChapterWithPages | null> {
    const chapter = await findReadableChapter(db, asked);
    // Readers get another language where a chapter lacks theirs; a program names the edition that it means.
    if (!chapter || chapter.language !== asked.language) return null;
    const [pages = []] = await describePages([await listComicPages(db, asked)]);
    return { chapter, pages };
  }

  async function describePages(chaptersPages: readonly (readonly PageOfChapter[])[]): Promise<DoorPage[][]> {
    const images = await describeImages(
      db,
      media,
      chaptersPages.flat().map(({ imageId }) => imageId),
    );
    return chaptersPages.map((pages) =>
      pages.flatMap(({ page, imageId }): DoorPage[] => {
        const image = images.get(imageId);
        if (!image) return [];
        const { width, height, variants } = image;
        return [{ imageId, original: page, width, height, webp: webpOf(variants) }];
      }),
    );
  }

  return {
    async open({ reader, ...asked }) {
      const found = await chapters.get(`${asked.chapterId} ${asked.language}`, () => find(asked));
      if (!found) return { kind: 'unknown' };
      const now = reader?.now ?? dates.now();
      const access = accessOf(dates, found.chapter, now);
      if (decideRefusal(found.chapter, { access, membership: reader?.membership ?? null, now }))
        return { kind: 'refused', chapter: found.chapter };
      return { kind: 'open', access, ...found };
    },
    describePages,
    read: (page, form) => pictureFiles.read(fileOf(page, form)),
    peek: (page, form) => pictureFiles.peek(fileOf(page, form)),
  };
}

function webpOf(variants: readonly ImageVariant[]): ImageVariant[] {
  return variants.filter(({ type }) => type === 'image/webp').sort((a, b) => a.width - b.width);
}

/** The size of a page in one of its forms: a width is rounded up to those that are made, and never wider than the page. */
export function sizeOfPage({ webp }: DoorPage, form: PageForm): { width: number; height: number } {
  const wanted = form.as === 'jpeg' ? form.atLeast : null;
  const made = (wanted !== null && webp.find(({ width }) => width >= wanted)) || webp.at(-1);
  if (!made) throw new Error('a page has no WebP');
  return { width: made.width, height: made.height };
}

function fileOf(page: DoorPage, form: PageForm): { imageId: string; variant: string } {
  const ending = form.as === 'jpeg' ? 'jpg' : 'webp';
  return { imageId: page.imageId, variant: `w${sizeOfPage(page, form).width}.${ending}` };
}
