import type { Platform } from '../../../server/http/platform.ts';
import { noticeCalls } from '../contract.ts';
import { countUnread, listInbox, markRead, type Reader, readNotice, removeNotice, type Shown } from './inbox.ts';
import { readSettings, saveSettings } from './settings.ts';

export interface NoticesDeps
  extends Platform<Reader>,
    Required<Pick<Shown, 'dates' | 'isLocked' | 'coversOf' | 'newsOf'>> {}

/** What a user is told, theirs alone (spec: notices.md#inbox-calls). */
export function mountNotices({ users, db, dates, isLocked, coversOf, newsOf }: NoticesDeps): void {
  users.add(noticeCalls.list, ({ viewer: reader, query: { page_size: pageSize, ...query } }) =>
    listInbox(db, { reader, dates, isLocked, newsOf, pageSize, ...query }),
  );
  users.add(noticeCalls.countUnread, async ({ viewer: { userId } }) => ({
    result: { unread: await countUnread(db, userId) },
  }));
  users.add(noticeCalls.get, async ({ viewer: reader, params: { id }, query: { language } }) => ({
    result: await readNotice(db, { reader, id, language, dates, isLocked, coversOf, newsOf }),
  }));
  users.add(noticeCalls.remove, ({ viewer: { userId }, params: { id } }) => removeNotice(db, { userId, id }));
  users.add(noticeCalls.markRead, async ({ viewer: { userId }, body }) => ({
    result: { unread: await markRead(db, { userId, ids: body.ids ?? null }) },
  }));
  users.add(noticeCalls.getSettings, async ({ viewer: { userId } }) => ({ result: await readSettings(db, userId) }));
  users.add(noticeCalls.saveSettings, async ({ viewer: { userId }, body }) => ({
    result: await saveSettings(db, { userId, ...body }),
  }));
}
