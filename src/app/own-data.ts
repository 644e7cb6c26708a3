import { ownAccount } from '../features/accounts/server/own-data-queries.ts';
import { ownConsents } from '../features/documents/server/own-data-queries.ts';
import { ownSynced } from '../features/doors/server/koreader/own-data-queries.ts';
import { ownExports } from '../features/leaving/server/queries.ts';
import { ownLibrary } from '../features/library/server/own-data.ts';
import { ownMembership } from '../features/membership/server/own-data-queries.ts';
import { ownImport } from '../features/moving/server/own-data-queries.ts';
import { ownNotices } from '../features/notices/server/own-data-queries.ts';
import { ownTouches } from '../features/numbers/server/touch-queries.ts';
import { ownOrders } from '../features/payments/server/own-data-queries.ts';
import { ownReading } from '../features/reading/server/own-data-queries.ts';
import { ownStudio } from '../features/studio/server/own-data-queries.ts';
import type { OwnData } from '../server/database/own-data.ts';

/** What each feature keeps of a user, in the order of the files of an export. */
export const ownData: readonly OwnData[] = [
  ownAccount,
  ownLibrary,
  ownSynced,
  ownReading,
  ownNotices,
  ownMembership,
  ownImport,
  ownOrders,
  ownTouches,
  ownConsents,
  ownStudio,
  ownExports,
];
