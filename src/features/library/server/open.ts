import type { Neighbours, Platform } from '../../../server/http/platform.ts';
import { endFeed } from './feed-tokens.ts';
import { type LibraryDeps, mountLibrary } from './routes.ts';

/** Opens the library; others end a user's feed. */
export function openLibrary(platform: Platform<{ userId: string }>, neighbours: Neighbours<LibraryDeps>) {
  mountLibrary({ ...platform, ...neighbours });
  return { endFeed };
}
