import type { Neighbours, Platform } from '../../../server/http/platform.ts';
import { endFeed } from './feed-tokens.ts';
import { moveReading } from './move-reading.ts';
import { movePlaces } from './moved-places.ts';
import { type LibraryDeps, mountLibrary } from './routes.ts';

/** Opens the library; others end a user's feed, and take along what is kept of chapters and texts that move. */
export function openLibrary(platform: Platform<{ userId: string }>, neighbours: Neighbours<LibraryDeps>) {
  mountLibrary({ ...platform, ...neighbours });
  return { endFeed, moveReading, movePlaces };
}
