import type { Neighbours, Platform } from '../../../server/http/platform.ts';
import { mountRedirects, type RedirectsDeps } from './redirect-routes.ts';

/** Opens what a site needs that moves in: its old addresses, and who was a member there. */
export function openMoving(platform: Platform, neighbours: Neighbours<RedirectsDeps>): void {
  mountRedirects({ ...platform, ...neighbours });
}
