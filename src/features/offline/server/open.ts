import type { Platform } from '../../../server/http/platform.ts';
import type { Reader } from '../../reading/server/reading.ts';
import { addChapterSizeCall, type SizeNeighbours } from './chapter-size.ts';

/** Opens the call that tells how much a kept chapter takes. */
export function openOffline(platform: Platform<Reader>, neighbours: SizeNeighbours): void {
  addChapterSizeCall({ ...platform, ...neighbours });
}
