import type { studioPages } from '../../features/studio/pages.ts';

export type StudioPage = keyof typeof studioPages;

/** The file of each page's chunk, as the build's manifest names it: the document names its modules before they are asked for. */
export const studioPageFiles: Record<StudioPage, string> = {
  today: 'src/app/studio/TodayPage.tsx',
  claim: 'src/features/studio/web/ClaimPage.tsx',
  books: 'src/features/catalog/web/studio/BooksPage.tsx',
  book: 'src/features/catalog/web/studio/book/BookPage.tsx',
  chapter: 'src/features/catalog/web/studio/book/ChapterPage.tsx',
  imports: 'src/features/importing/web/studio/ImportsPage.tsx',
  newImport: 'src/features/importing/web/studio/NewImportPage.tsx',
  oneImport: 'src/features/importing/web/studio/ImportPage.tsx',
  recommended: 'src/features/catalog/web/studio/RecommendedPage.tsx',
  trash: 'src/features/catalog/web/studio/TrashPage.tsx',
  publishing: 'src/features/releases/web/studio/PublishingPage.tsx',
  prices: 'src/app/studio/PricesPage.tsx',
  settings: 'src/features/settings/web/studio/SettingsPage.tsx',
  redirects: 'src/features/moving/web/studio/RedirectsPage.tsx',
  membersImport: 'src/features/moving/web/studio/MembersImportPage.tsx',
  numbers: 'src/features/numbers/web/studio/NumbersPage.tsx',
  numbersOfBook: 'src/features/numbers/web/studio/BookNumbersPage.tsx',
  funnel: 'src/features/numbers/web/studio/FunnelPage.tsx',
  revenue: 'src/features/numbers/web/studio/RevenuePage.tsx',
  members: 'src/features/numbers/web/studio/MembersPage.tsx',
  people: 'src/features/membership/web/studio/PeoplePage.tsx',
  person: 'src/app/studio/PersonPage.tsx',
  orders: 'src/features/payments/web/studio/OrdersPage.tsx',
  order: 'src/features/payments/web/studio/OrderPage.tsx',
  payments: 'src/features/payments/web/studio/PaymentsPage.tsx',
  coupons: 'src/features/membership/web/studio/CouponsPage.tsx',
  couponBatch: 'src/features/membership/web/studio/CouponBatchPage.tsx',
  health: 'src/features/health/web/studio/HealthPage.tsx',
  audit: 'src/app/studio/AuditPage.tsx',
  staff: 'src/features/studio/web/StaffPage.tsx',
};
