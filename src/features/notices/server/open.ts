import type { Neighbours, Platform } from '../../../server/http/platform.ts';
import type { SignedIn } from '../../accounts/server/accounts.ts';
import type { Reader } from './inbox.ts';
import { newChaptersJob } from './new-chapters.ts';
import { openPush } from './push-routes.ts';
import { newestNoticesJob, noticeRetention } from './retention-queries.ts';
import { mountNotices, type NoticesDeps } from './routes.ts';

/** Opens the inbox of users, and what tells them on their devices; others get the site's key for that. */
export function openNotices(platform: Platform<Reader & SignedIn>, neighbours: Neighbours<NoticesDeps>) {
  mountNotices({ ...platform, ...neighbours });
  const push = openPush(platform);
  return { pushKey: push.pushKey, jobs: [newChaptersJob, push.job, newestNoticesJob], retentions: [noticeRetention] };
}
