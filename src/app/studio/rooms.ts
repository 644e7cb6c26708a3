import { studioPaths } from '../../features/studio/pages.ts';
import type { Rooms } from '../../features/studio/web/Frame.tsx';

/** The navigation of the studio: what belongs together stands together. `doors`: whether the site is open to other programs. */
export const roomsOf = ({ doors }: { doors: boolean }): Rooms => [
  [
    { to: studioPaths.today(), name: 'today.title', right: 'enter' },
    { to: studioPaths.books(), name: 'books.title', right: 'books', hasMore: true },
    { to: studioPaths.imports(), name: 'imports.title', right: 'books', hasMore: true },
    { to: studioPaths.publishing(), name: 'publishing.title', right: 'books' },
    { to: studioPaths.recommended(), name: 'recommended.title', right: 'books' },
    { to: studioPaths.trash(), name: 'trash.title', right: 'books' },
  ],
  [
    { to: studioPaths.people(), name: 'people.title', right: 'people', hasMore: true },
    { to: studioPaths.orders(), name: 'sales.title', right: 'money', hasMore: true },
    { to: studioPaths.payments(), name: 'payments.title', right: 'money' },
    { to: studioPaths.coupons(), name: 'coupons.title', right: 'money', hasMore: true },
  ],
  [{ to: studioPaths.numbers(), name: 'numbers.title', right: 'numbers', hasMore: true }],
  [
    { to: studioPaths.prices(), name: 'prices.title', right: 'prices' },
    { to: studioPaths.settings(), name: 'settings.title', right: 'settings' },
    { to: studioPaths.site(), name: 'site.title', right: 'settings' },
    { to: studioPaths.seller(), name: 'seller.title', right: 'settings' },
    { to: studioPaths.documents(), name: 'documents.title', right: 'settings', hasMore: true },
    { to: studioPaths.trial(), name: 'trial.title', right: 'settings' },
    { to: studioPaths.rows(), name: 'rows.title', right: 'books' },
    { to: studioPaths.announcements(), name: 'announcements.title', right: 'books' },
    { to: studioPaths.proofs(), name: 'proofs.title', right: 'settings' },
    { to: studioPaths.redirects(), name: 'redirects.title', right: 'settings' },
    ...(doors ? [{ to: studioPaths.connections(), name: 'connections.title', right: 'settings' } as const] : []),
    { to: studioPaths.membersImport(), name: 'moving.title', right: 'settings' },
    { to: studioPaths.receipts(), name: 'receipts.title', right: 'settings' },
    { to: studioPaths.withdrawals(), name: 'withdrawals.title', right: 'money' },
    { to: studioPaths.fapiao(), name: 'fapiao.title', right: 'money' },
  ],
  [
    { to: studioPaths.health(), name: 'health.title', right: 'enter' },
    { to: studioPaths.audit(), name: 'audit.title', right: 'enter' },
    { to: studioPaths.staff(), name: 'staff.title', right: 'roles' },
  ],
];
