import type { Neighbours, Platform } from '../../../server/http/platform.ts';
import { type MembersDeps, mountMembers } from './member-routes.ts';
import { mountRedirects, type RedirectsDeps } from './redirect-routes.ts';

/** Opens what a site needs that moves in: its old addresses, and who was a member there. */
export function openMoving(platform: Platform, neighbours: Neighbours<RedirectsDeps & MembersDeps>): void {
  mountRedirects({ ...platform, ...neighbours });
  mountMembers({ ...platform, ...neighbours });
}
