import { pages, recoverPath } from '../../shared/paths.ts';
import type { Picture } from '../../shared/wire.ts';
import type { ChapterContent } from '../reading/contract.ts';

/** A request as the service worker sees it. */
export interface AskedFor {
  method: string;
  /** Whether the address is of this site. */
  isOwn: boolean;
  isNavigation: boolean;
  hasRange: boolean;
  /** Whether the request has a token. */
  hasCredentials: boolean;
  /**
   * Whether an editor previews the site as another reader: nothing kept may answer it, and a refusal removes nothing.
   */
  isPreview: boolean;
  path: string;
  /** The query string with its question mark, or empty. */
  search: string;
}

/** The treatment of a request; `network`: none, the browser acts as if there were no service worker. */
export type Treatment =
  | 'asset'
  | 'page'
  | 'personalPage'
  | 'chapter'
  | 'answer'
  | 'image'
  | 'kept'
  | 'events'
  | 'logout'
  | 'network';

/** Pages whose documents are the same for everybody, but which are of no use without the network. */
const personalPages: readonly string[] = [pages.login, pages.register, recoverPath, pages.profile];
/** Addresses that are not rendered pages: the browser handles their navigations itself. */
const noPage =
  /^\/(api|media|origin|assets|face|feeds|kept|sandbox|manifest|studio|reset-password|payment|opds|koreader|komga)(\/|$)|^\/(healthz|readyz|metrics)$|\.\w{2,12}$/;

export function treatmentOf(asked: AskedFor): Treatment {
  const { method, path } = asked;
  if (!asked.isOwn || asked.isPreview) return 'network';
  if (method === 'POST') {
    if (path === '/api/v1/events') return 'events';
    return path === '/api/v1/user/logout' ? 'logout' : 'network';
  }
  if (method !== 'GET' || asked.hasRange) return 'network';
  if (asked.isNavigation) return treatmentOfPage(path);
  if (path.startsWith('/assets/') || path === '/favicon.svg') return 'asset';
  if (path.startsWith('/kept/')) return 'kept';
  // A signed address belongs to one reader's right, and ends with it.
  if (path.startsWith('/media/')) return /[?&]sig=/.test(asked.search) ? 'network' : 'image';
  if (chapterCall(path)) return 'chapter';
  return path.startsWith('/api/v1/comics/') && !asked.hasCredentials ? 'answer' : 'network';
}

function treatmentOfPage(path: string): Treatment {
  if (noPage.test(path)) return 'network';
  return personalPages.includes(path) ? 'personalPage' : 'page';
}

/** The chapter that a call opens; null for any other call. */
export function chapterCall(path: string): { chapterUuid: string } | null {
  const chapterUuid = /^\/api\/v1\/comics\/chapter_comics\/([0-9a-f-]{36})\/[\w-]+$/i.exec(path)?.[1];
  return chapterUuid === undefined ? null : { chapterUuid: chapterUuid.toLowerCase() };
}

export interface Answered {
  status: number;
  cacheControl: string | null;
  contentType: string | null;
  contentLanguage: string | null;
}

/** Whether an answer may be stored in a cache that serves every reader of this device. */
export function mayStore(treatment: Treatment, asked: AskedFor, answered: Answered): boolean {
  const caching = answered.cacheControl ?? '';
  if (answered.status !== 200 || asked.hasCredentials || /\bno-store\b/.test(caching)) return false;
  switch (treatment) {
    case 'asset':
      return true;
    case 'page':
      // Without ?lang= a page is `private` only because of its language: it is rendered for visitors alone.
      return /^text\/html\b/.test(answered.contentType ?? '') && answered.contentLanguage !== null;
    case 'chapter':
    case 'answer':
      return /\bpublic\b/.test(caching);
    case 'image':
      return /\bpublic\b/.test(caching) && /\bimmutable\b/.test(caching);
    default:
      return false;
  }
}

export interface StoredImage {
  path: string;
  bytes: number;
  /** Shown since the worker started: such an image is not removed this time. */
  isRecent: boolean;
}

/**
 * The images to remove so that the images of visited pages stay within their limits: the oldest first, those just shown
 * last.
 */
export function imagesToDrop(oldestFirst: readonly StoredImage[], limits: { bytes: number; count: number }): string[] {
  let bytes = oldestFirst.reduce((sum, image) => sum + image.bytes, 0);
  let count = oldestFirst.length;
  const inTurn = [...oldestFirst.filter((image) => !image.isRecent), ...oldestFirst.filter((image) => image.isRecent)];
  const dropped: string[] = [];
  for (const image of inTurn) {
    if (bytes <= limits.bytes && count <= limits.count) break;
    bytes -= image.bytes;
    count -= 1;
    dropped.push(image.path);
  }
  return dropped;
}

/** The limit is a quarter of the space that the browser grants, and never more than this. */
export function imageLimits(quota: number | undefined): { bytes: number; count: number } {
  const most = 150 * 1024 * 1024;
  return { bytes: Math.min(most, (quota ?? most * 4) / 4), count: 1500 };
}

/** The owner of a kept chapter: a user's uuid where it is for members, else everybody. */
export type Owner = string;
export const everyone: Owner = 'everyone';

/** The details of a kept chapter beside its content. */
export interface KeptChapter {
  owner: Owner;
  chapterUuid: string;
  bookUuid: string;
  bookTitle: string;
  number: number;
  /** Absent where an older site kept the chapter. */
  season?: number | null;
  label?: string | null;
  title: string;
  language: string;
  bytes: number;
  keptAt: string;
  /** The digest of the chapter's content, to be compared with the present one. */
  digest: string;
  /** The time of the last comparison. */
  checkedAt: string;
  /**
   * The number of its first picture. A newer state of the chapter has other numbers: both are stored until it is
   * complete.
   */
  first: number;
  /** When the right to read it ends; null for a free chapter. */
  expiresAt: string | null;
}

/** Each kept chapter is a cache of its own, so that it is removed in one step and never in part. */
export function keptCacheName({ owner, chapterUuid }: { owner: Owner; chapterUuid: string }): string {
  return `kept ${owner} ${chapterUuid}`;
}

export function readKeptCacheName(name: string): { owner: Owner; chapterUuid: string } | null {
  const [kind, owner, chapterUuid] = name.split(' ');
  return kind === 'kept' && owner && chapterUuid ? { owner, chapterUuid } : null;
}

/** Names inside such a cache. They are addresses of this site that its server does not know. */
export function keptAddress(
  kept: { owner: Owner; chapterUuid: string },
  part: 'begun' | 'record' | 'chapter' | number,
): string {
  return `/kept/${kept.owner}/${kept.chapterUuid}/${typeof part === 'number' ? `${part}.webp` : part}`;
}

export function readKeptAddress(path: string): { owner: Owner; chapterUuid: string; index: number } | null {
  const found = /^\/kept\/([\w-]+)\/([\w-]+)\/(\d+)\.webp$/.exec(path);
  return found?.[1] && found[2] ? { owner: found[1], chapterUuid: found[2], index: Number(found[3]) } : null;
}

/** For so long a kept chapter is not compared with the site's. */
const freshMs = 24 * 60 * 60_000;

/** Whether it is time to check if a kept chapter has changed. */
export function isDueToCheck({ checkedAt }: Pick<KeptChapter, 'checkedAt'>, now: number): boolean {
  return !(now - Date.parse(checkedAt) < freshMs);
}

/** What a chapter shows, as one text to compare; without signatures of addresses, likes and neighbours. */
export function substanceOf({ title, pages, blocks }: Pick<ChapterContent, 'title' | 'pages' | 'blocks'>): string {
  const bare = ({ src, width, height }: Picture) => [src.split('?')[0], width, height];
  return JSON.stringify([
    title,
    pages?.map((page) => [...bare(page), page.page]),
    blocks?.map((block) => (block.type === 'img' ? [block.alt, ...bare(block.image)] : block)),
  ]);
}

/** Whether a reader may read a kept chapter; `ended`: the reader kept it, but the membership is over. */
export function rightToKept(
  kept: Pick<KeptChapter, 'owner' | 'expiresAt'>,
  { viewer, now }: { viewer: string | null; now: number },
): 'open' | 'ended' | 'foreign' {
  if (kept.owner !== everyone && kept.owner !== viewer) return 'foreign';
  return kept.expiresAt !== null && Date.parse(kept.expiresAt) <= now ? 'ended' : 'open';
}

/** Every picture of a chapter, in reading order. */
export function picturesOf(chapter: Pick<ChapterContent, 'pages' | 'blocks'>): Picture[] {
  const inText = chapter.blocks?.flatMap((block) => (block.type === 'img' ? [block.image] : []));
  return [...(chapter.pages ?? []), ...(inText ?? [])];
}

/** The form of pictures that a device keeps. */
export interface WantedForm {
  type: 'image/avif' | 'image/webp';
  /** In device pixels. */
  width: number;
}

/** The file of a picture to keep: of the wanted type if there is one, and the smallest that is wide enough. */
export function fileToKeep<File extends { type: string; width: number }>(
  files: readonly File[],
  wanted: WantedForm,
): File | undefined {
  // Every browser shows WebP.
  const ofType = [wanted.type, 'image/webp'].map((type) => files.filter((file) => file.type === type));
  const rising = (ofType.find(({ length }) => length > 0) ?? []).sort((a, b) => a.width - b.width);
  // Nobody sees a tenth less width than the screen has, and it saves a whole step.
  return rising.find(({ width }) => width >= wanted.width * 0.9) ?? rising.at(-1);
}

/** The address of the file of a picture to keep. */
export function formToKeep({ src, sources }: Picture, wanted: WantedForm): string {
  const files = sources.flatMap(({ type, srcset }) =>
    srcset.split(', ').map((candidate) => {
      const [address = '', width = ''] = candidate.split(' ');
      return { type, address, width: Number.parseInt(width, 10) };
    }),
  );
  return fileToKeep(files, wanted)?.address ?? src;
}

/** The chapter as it is kept: its pictures in order, each with one address, which only this device knows. */
export function withKeptPictures(chapter: ChapterContent, addressOf: (index: number) => string): ChapterContent {
  let index = 0;
  const keep = <T extends Picture>(picture: T): T => ({ ...picture, src: addressOf(index++), sources: [] });
  const pages = chapter.pages?.map(keep);
  const blocks = chapter.blocks?.map((block) =>
    block.type === 'img' ? { ...block, image: keep(block.image) } : block,
  );
  return {
    ...chapter,
    ...(pages && { pages }),
    ...(blocks && { blocks }),
    images: (pages ?? []).map(({ src }) => src),
  };
}
