import { withTransaction } from '../../../server/database/db.ts';
import { findNote, writeNote } from '../../../server/database/server-notes.ts';
import type { Cover } from '../../../shared/wire.ts';
import { writeAudit } from '../../studio/server/audit.ts';
import type { Attention } from '../../studio/server/today.ts';
import { homeCalls } from '../studio-contract.ts';
import { readHome } from './home.ts';
import type { NumbersDeps } from './studio-routes.ts';

export interface HomeDeps extends NumbersDeps {
  /** The figures of all features that may want attention. */
  attention(): readonly Attention[];
  /** The covers with addresses that open for that session alone. */
  showCoversInStudio(reader: { imageAudience: string }, ids: readonly string[]): Promise<Map<string, Cover>>;
}

const dismissed = 'checklist dismissed';

/** The first page of the studio (spec: studio.md#home). */
export function mountHome(deps: HomeDeps): void {
  const { studio, primary: db, clock, sources, setting, config, attention } = deps;
  studio.add(homeCalls.getHome, async ({ staff, query }) => {
    const { today } = await deps.freshen(clock());
    const { wechat, stripe, sandbox } = config.payments;
    const home = await readHome(db, {
      ...{ role: staff.role, today, now: clock(), language: query.language, setting, sources, attention: attention() },
      showCovers: (ids) => deps.showCoversInStudio(staff, ids),
      canBePaid: wechat !== null || stripe !== null || sandbox,
      isDismissed: (await findNote(db, dismissed)) !== null,
    });
    return { result: home };
  });

  studio.add(homeCalls.dismissChecklist, async ({ by }) => {
    const target = { kind: 'site', id: 'checklist', name: null } as const;
    await withTransaction(db, async (tx) => {
      if (await findNote(tx, dismissed)) return;
      await writeNote(tx, dismissed);
      await writeAudit(tx, { by, action: 'site.checklist', target, isUnseen: true });
    });
  });
}
