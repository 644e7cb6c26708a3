import type { Neighbours, Platform } from '../../../server/http/platform.ts';
import type { Reader } from './inbox.ts';
import { newChaptersJob } from './new-chapters.ts';
import { newestNoticesJob, noticeRetention } from './retention-queries.ts';
import { mountNotices, type NoticesDeps } from './routes.ts';

/** Opens the inbox of users. */
export function openNotices(platform: Platform<Reader>, neighbours: Neighbours<NoticesDeps>) {
  mountNotices({ ...platform, ...neighbours });
  return { jobs: [newChaptersJob, newestNoticesJob], retentions: [noticeRetention] };
}
