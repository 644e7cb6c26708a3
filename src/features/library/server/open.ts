import type { Platform } from '../../../server/http/platform.ts';
import { endFeed } from './feed-tokens.ts';
import { type LibraryNeighbours, mountLibrary } from './routes.ts';

/** Opens the library; others end a user's feed. */
export function openLibrary(platform: Platform<{ userId: string }>, neighbours: LibraryNeighbours) {
  mountLibrary({ ...platform, ...neighbours });
  return { endFeed };
}
