import type { ApiClient } from '../../../web/api-client.ts';
import type { KeptDetails, KeptPlaces } from './kept-places.ts';
import { writeMyMarks } from './own-marks.ts';
import { readMine, writeMine } from './own-places.ts';
import { timeAfter } from './place-rules.ts';

/** What a reader decides about places beside reading on. */

/** Takes a book out of what is being read; the function that comes back undoes it. */
export function removePlace(bookUuid: string): () => void {
  const places = readMine();
  const removed = places[bookUuid];
  if (!removed) return () => {};
  writeMine({ ...places, [bookUuid]: { ...removed, removed: true } });
  return () => {
    const now = readMine();
    // Read on since then, it is there already.
    if (now[bookUuid] && !now[bookUuid].removed) return;
    writeMine({ ...now, [bookUuid]: { ...removed, unsent: true } });
  };
}

/** Goes where another device is. */
export function goElsewhere(bookUuid: string, chapterNumber: number): void {
  change(bookUuid, ({ progress, details, elsewhere, ...place }) => {
    if (!elsewhere) return { ...place, progress, details };
    const { chapterTitle: _, count: __, ...ofBook } = details;
    const { chapterUuid: chapter_uuid, position } = elsewhere;
    return {
      ...place,
      progress: { ...progress, chapter_uuid, position, updated_at: timeAfter(place.heard, new Date()) },
      details: { ...ofBook, chapterNumber },
      unsent: true,
    };
  });
}

/** Stays where this device is; by the account, too, this is where the reader is now. */
export function stayHere(bookUuid: string): void {
  change(bookUuid, ({ elsewhere: _, progress, ...place }) => ({
    ...place,
    progress: { ...progress, updated_at: timeAfter(place.heard, new Date()) },
    unsent: true,
  }));
}

/** Keeps what was found out about a place that another device noted; it is no reading, and no news for the account. */
export function learnDetails(bookUuid: string, details: KeptDetails): void {
  change(bookUuid, (place) => ({ ...place, details: { ...place.details, ...details } }));
}

function change(bookUuid: string, to: (place: KeptPlaces[string]) => KeptPlaces[string]): void {
  const places = readMine();
  const place = places[bookUuid];
  if (place) writeMine({ ...places, [bookUuid]: to(place) });
}

/** Forgets every place: on the account too where there is one. Rejects, with nothing forgotten, when that fails. */
export async function clearPlaces(api: ApiClient | null): Promise<void> {
  await api?.send('DELETE', '/user/progress');
  writeMine({});
  writeMyMarks({});
}
