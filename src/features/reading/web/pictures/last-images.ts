import type { ApiClient } from '../../../../web/api-client.ts';
import type { ReadableChapter } from '../chapter/chapter.ts';
import { areAllWanted, isSaving } from './connection.ts';

/** All other images of a chapter are loaded this long before its reader's right ends (spec: media.md#rights). */
const beforeEndMs = 60_000;
/** A membership may be bought meanwhile, and a timer cannot wait for months. */
const longestWaitMs = 60 * 60_000;

type Api = Pick<ApiClient, 'get'>;

/** When the reader's right to the chapter ends, by the server's answer; null where no end is known. */
async function endOfRight({ access }: ReadableChapter, api: Api): Promise<number | null> {
  if (access.state === 'free') return access.until === null ? null : Date.parse(access.until);
  const { result } = await api.get('/user/book/membership');
  return result ? Date.parse(result.expire_at) : null;
}

/**
 * A minute before the reader's right ends, loads all images of the open chapter, unless data is to be saved. They stay
 * until the returned function is called.
 */
export function keepLastImages(chapter: ReadableChapter, api: Api): () => void {
  let timer: ReturnType<typeof setTimeout>;
  let isLeft = false;

  async function wait(): Promise<void> {
    const end = await endOfRight(chapter, api).catch(() => null);
    const now = Date.now();
    if (end === null || end <= now || isLeft) return;
    const left = end - now - beforeEndMs;
    if (left > 0) timer = setTimeout(wait, Math.min(left, longestWaitMs));
    else if (!isSaving()) areAllWanted.set(true);
  }

  void wait();
  return () => {
    isLeft = true;
    clearTimeout(timer);
    areAllWanted.set(false);
  };
}
