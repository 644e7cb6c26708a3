import type { Neighbours, Platform } from '../../../server/http/platform.ts';
import { endFeed } from './feed-tokens.ts';
import { moveReading } from './move-reading.ts';
import { movePlaces } from './moved-places.ts';
import { type LibraryDeps, mountLibrary } from './routes.ts';
import { finishChapters } from './shelf.ts';
import { similarJob } from './similar.ts';

/** Opens the library; others end a user's feed, and take along what is kept of chapters and texts that move. */
export function openLibrary(platform: Platform<{ userId: string }>, neighbours: Neighbours<LibraryDeps>) {
  mountLibrary({ ...platform, ...neighbours });
  const finishBooks = (read: Parameters<typeof finishChapters>[1]) => finishChapters(platform.db, read);
  return { jobs: [similarJob], endFeed, moveReading, movePlaces, finishBooks };
}
