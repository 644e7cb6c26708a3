import type { Neighbours, Platform } from '../../../server/http/platform.ts';
import type { Reader } from '../../reading/server/reading.ts';
import { addChapterSizeCall, type SizeDeps } from './chapter-size.ts';

/** Opens the call that tells how much a kept chapter takes. */
export function openOffline(platform: Platform<Reader>, neighbours: Neighbours<SizeDeps>): void {
  addChapterSizeCall({ ...platform, ...neighbours });
}
