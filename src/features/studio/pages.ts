import type { Language } from '../../shared/languages.ts';

/** The address of every page of the studio, as a pattern of routes (spec: studio.md#pages). */
export const studioPages = {
  today: '/studio',
  claim: '/studio/claim/:code',
  books: '/studio/books',
  book: '/studio/books/:id',
  chapter: '/studio/books/:id/chapters/:chapter',
  imports: '/studio/imports',
  newImport: '/studio/imports/new',
  oneImport: '/studio/imports/:id',
  recommended: '/studio/recommended',
  trash: '/studio/trash',
  publishing: '/studio/publishing',
  prices: '/studio/prices',
  settings: '/studio/settings',
  site: '/studio/settings/site',
  seller: '/studio/settings/seller',
  documents: '/studio/settings/pages',
  document: '/studio/settings/pages/:page',
  trial: '/studio/settings/trial',
  rows: '/studio/settings/rows',
  announcements: '/studio/settings/announcements',
  proofs: '/studio/settings/proofs',
  redirects: '/studio/settings/redirects',
  connections: '/studio/connections',
  membersImport: '/studio/settings/members',
  receipts: '/studio/settings/receipts',
  withdrawals: '/studio/settings/withdrawals',
  fapiao: '/studio/settings/fapiao',
  numbers: '/studio/numbers',
  numbersOfBook: '/studio/numbers/books/:id',
  funnel: '/studio/numbers/funnel',
  revenue: '/studio/numbers/revenue',
  members: '/studio/numbers/members',
  attribution: '/studio/numbers/attribution',
  cohorts: '/studio/numbers/cohorts',
  people: '/studio/people',
  person: '/studio/people/:uuid',
  orders: '/studio/orders',
  order: '/studio/orders/:id',
  payments: '/studio/payments',
  coupons: '/studio/coupons',
  couponBatch: '/studio/coupons/:batch',
  health: '/studio/health',
  audit: '/studio/audit',
  staff: '/studio/staff',
} as const;

/** Whether a page is for who has no role yet: there nobody asks for it. */
export const isForStrangers = (path: string): boolean => path.startsWith('/studio/claim/');

/** The address below which readers' pages are shown as others see them (spec: studio.md#preview). */
export const previewAddress = '/studio/preview';

const queryOf = (given: Record<string, string>) =>
  Object.entries(given)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');

/** The path of each page that others lead to. */
export const studioPaths = {
  today: () => studioPages.today,
  books: () => studioPages.books,
  book: (id: string) => `${studioPages.books}/${id}`,
  chapter: (bookId: string, id: string) => `${studioPages.books}/${bookId}/chapters/${id}`,
  imports: () => studioPages.imports,
  /** An import of books, of chapters of a book, or of the content of a chapter in a language. */
  newImport: (into: { book_uuid: string } | { chapter_uuid: string; language: Language } | null = null) =>
    into ? `${studioPages.newImport}?${queryOf(into)}` : studioPages.newImport,
  oneImport: (id: string) => `${studioPages.imports}/${id}`,
  recommended: () => studioPages.recommended,
  trash: () => studioPages.trash,
  publishing: () => studioPages.publishing,
  /** The calendar of a book, with the dialog that schedules its drafts. */
  scheduleDrafts: (book: string) => `${studioPages.publishing}?${queryOf({ book, schedule: 'drafts' })}`,
  prices: () => studioPages.prices,
  settings: () => studioPages.settings,
  site: () => studioPages.site,
  seller: () => studioPages.seller,
  documents: () => studioPages.documents,
  document: (name: string) => `${studioPages.documents}/${name}`,
  trial: () => studioPages.trial,
  rows: () => studioPages.rows,
  announcements: () => studioPages.announcements,
  proofs: () => studioPages.proofs,
  redirects: () => studioPages.redirects,
  connections: () => studioPages.connections,
  membersImport: () => studioPages.membersImport,
  receipts: () => studioPages.receipts,
  withdrawals: () => studioPages.withdrawals,
  fapiao: () => studioPages.fapiao,
  numbers: () => studioPages.numbers,
  numbersOfBook: (id: string) => `${studioPages.numbers}/books/${id}`,
  funnel: () => studioPages.funnel,
  revenue: () => studioPages.revenue,
  members: () => studioPages.members,
  attribution: () => studioPages.attribution,
  cohorts: () => studioPages.cohorts,
  people: () => studioPages.people,
  person: (uuid: string) => `${studioPages.people}/${uuid}`,
  orders: () => studioPages.orders,
  order: (id: string) => `${studioPages.orders}/${id}`,
  payments: () => studioPages.payments,
  coupons: () => studioPages.coupons,
  couponBatch: (batch: string) => `${studioPages.coupons}/${batch}`,
  health: () => studioPages.health,
  audit: () => studioPages.audit,
  staff: () => studioPages.staff,
  /** A readers' page as they see it; `at` null: now. `from` is the studio's page that leads there, and back. */
  preview: ({ path, at, language, from }: { path: string; at?: string | null; language?: Language; from: string }) =>
    [
      `${previewAddress}?`,
      ...(at ? [`at=${encodeURIComponent(at)}&`] : []),
      ...(language ? [`language=${language}&`] : []),
      `path=${encodeURIComponent(path)}&from=${encodeURIComponent(from)}`,
    ].join(''),
};
