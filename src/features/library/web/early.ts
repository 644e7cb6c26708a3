import { parsed, read, type StorageName, storedKeys, visitor } from '../../../web/storage.ts';
import type { Position } from '../contract.ts';

const places: StorageName = 'READING_PLACES';
const noNews: StorageName = 'NO_NEWS';

/**
 * Keeps room on the home page for its rows "continue reading" and "new for you", before the code that draws them is
 * there. The kept text `"<owner>":{"` shows that this owner has a place in a book at least.
 */
export function keepRoomForPlaces(): void {
  const { dataset } = document.documentElement;
  if (read(noNews) === 'true') dataset.noNews = '';
  const kept = read(places) ?? '';
  const owners = [read(storedKeys.userUuid), visitor];
  if (owners.some((owner) => owner && kept.includes(`"${owner}":{"`))) dataset.reading = '';
}

/** Where this browser has left a chapter; null where it has left none, or what is kept is no place. */
export function findLeftPlace({ bookUuid, chapterUuid }: { bookUuid: string; chapterUuid: string }): Position | null {
  const kept = parsed(read(places) ?? '') as StoredShape; // each step of it is looked at
  const progress = kept?.[read(storedKeys.userUuid) ?? visitor]?.[bookUuid]?.progress;
  const { index, fraction } = progress?.position ?? {};
  if (progress?.chapter_uuid !== chapterUuid || !(Number(fraction) < 1)) return null;
  return { index: Number(index), fraction: Number(fraction) };
}

type StoredShape = Record<
  string,
  Record<
    string,
    { progress?: { chapter_uuid?: unknown; position?: { index?: unknown; fraction?: unknown } } } | null
  > | null
> | null;
