import { studioPages } from '../../features/studio/pages.ts';
import type { StudioPage } from '../../features/studio/web/Page.tsx';
import type { Route } from '../../web/navigation.ts';

/** The pages of the studio (spec: studio.md#pages). Nothing is rendered on the server, so no source is named. */
export const studioRoutes: readonly StudioRoute[] = [
  route(studioPages.today, () => import('./TodayPage.tsx').then((module) => module.todayPage)),
  route(studioPages.claim, () => import('../../features/studio/web/ClaimPage.tsx').then((module) => module.claimPage)),
  route(studioPages.books, () =>
    import('../../features/catalog/web/studio/BooksPage.tsx').then((module) => module.booksPage),
  ),
  route(studioPages.book, () =>
    import('../../features/catalog/web/studio/book/BookPage.tsx').then((module) => module.bookPage),
  ),
  route(studioPages.chapter, () =>
    import('../../features/catalog/web/studio/book/ChapterPage.tsx').then((module) => module.chapterPage),
  ),
  route(studioPages.imports, () =>
    import('../../features/importing/web/studio/ImportsPage.tsx').then((module) => module.importsPage),
  ),
  route(studioPages.newImport, () =>
    import('../../features/importing/web/studio/NewImportPage.tsx').then((module) => module.newImportPage),
  ),
  route(studioPages.oneImport, () =>
    import('../../features/importing/web/studio/ImportPage.tsx').then((module) => module.importPage),
  ),
  route(studioPages.recommended, () =>
    import('../../features/catalog/web/studio/RecommendedPage.tsx').then((module) => module.recommendedPage),
  ),
  route(studioPages.trash, () =>
    import('../../features/catalog/web/studio/TrashPage.tsx').then((module) => module.trashPage),
  ),
  route(studioPages.publishing, () =>
    import('../../features/releases/web/studio/PublishingPage.tsx').then((module) => module.publishingPage),
  ),
  route(studioPages.prices, () => import('./PricesPage.tsx').then((module) => module.pricesPage)),
  route(studioPages.settings, () =>
    import('../../features/settings/web/studio/SettingsPage.tsx').then((module) => module.settingsPage),
  ),
  route(studioPages.site, () =>
    import('../../features/settings/web/studio/SitePage.tsx').then((module) => module.sitePage),
  ),
  route(studioPages.seller, () =>
    import('../../features/settings/web/studio/SellerPage.tsx').then((module) => module.sellerPage),
  ),
  route(studioPages.documents, () =>
    import('../../features/documents/web/studio/DocumentsPage.tsx').then((module) => module.documentsPage),
  ),
  route(studioPages.document, () =>
    import('../../features/documents/web/studio/DraftPage.tsx').then((module) => module.draftPage),
  ),
  route(studioPages.trial, () =>
    import('../../features/membership/web/studio/TrialPage.tsx').then((module) => module.trialPage),
  ),
  route(studioPages.rows, () =>
    import('../../features/rows/web/studio/RowsPage.tsx').then((module) => module.rowsPage),
  ),
  route(studioPages.announcements, () =>
    import('../../features/announcements/web/studio/AnnouncementsPage.tsx').then((module) => module.announcementsPage),
  ),
  route(studioPages.proofs, () =>
    import('../../features/settings/web/studio/ProofsPage.tsx').then((module) => module.proofsPage),
  ),
  route(studioPages.redirects, () =>
    import('../../features/moving/web/studio/RedirectsPage.tsx').then((module) => module.redirectsPage),
  ),
  route(studioPages.connections, () =>
    import('../../features/hooks/web/studio/ConnectionsPage.tsx').then((module) => module.connectionsPage),
  ),
  route(studioPages.membersImport, () =>
    import('../../features/moving/web/studio/MembersImportPage.tsx').then((module) => module.membersImportPage),
  ),
  route(studioPages.receipts, () =>
    import('../../features/payments/web/studio/ReceiptsPage.tsx').then((module) => module.receiptsPage),
  ),
  route(studioPages.withdrawals, () =>
    import('../../features/payments/web/studio/WithdrawalsPage.tsx').then((module) => module.withdrawalsPage),
  ),
  route(studioPages.fapiao, () =>
    import('../../features/payments/web/studio/FapiaoPage.tsx').then((module) => module.fapiaoPage),
  ),
  route(studioPages.numbers, () =>
    import('../../features/numbers/web/studio/NumbersPage.tsx').then((module) => module.numbersPage),
  ),
  route(studioPages.numbersOfBook, () =>
    import('../../features/numbers/web/studio/BookNumbersPage.tsx').then((module) => module.bookNumbersPage),
  ),
  route(studioPages.funnel, () =>
    import('../../features/numbers/web/studio/FunnelPage.tsx').then((module) => module.funnelPage),
  ),
  route(studioPages.revenue, () =>
    import('../../features/numbers/web/studio/RevenuePage.tsx').then((module) => module.revenuePage),
  ),
  route(studioPages.members, () =>
    import('../../features/numbers/web/studio/MembersPage.tsx').then((module) => module.membersPage),
  ),
  route(studioPages.attribution, () =>
    import('../../features/numbers/web/studio/AttributionPage.tsx').then((module) => module.attributionPage),
  ),
  route(studioPages.cohorts, () =>
    import('../../features/numbers/web/studio/CohortsPage.tsx').then((module) => module.cohortsPage),
  ),
  route(studioPages.people, () =>
    import('../../features/membership/web/studio/PeoplePage.tsx').then((module) => module.peoplePage),
  ),
  route(studioPages.person, () => import('./PersonPage.tsx').then((module) => module.personPage)),
  route(studioPages.orders, () =>
    import('../../features/payments/web/studio/OrdersPage.tsx').then((module) => module.ordersPage),
  ),
  route(studioPages.order, () =>
    import('../../features/payments/web/studio/OrderPage.tsx').then((module) => module.orderPage),
  ),
  route(studioPages.payments, () =>
    import('../../features/payments/web/studio/PaymentsPage.tsx').then((module) => module.paymentsPage),
  ),
  route(studioPages.coupons, () =>
    import('../../features/membership/web/studio/CouponsPage.tsx').then((module) => module.couponsPage),
  ),
  route(studioPages.couponBatch, () =>
    import('../../features/membership/web/studio/CouponBatchPage.tsx').then((module) => module.couponBatchPage),
  ),
  route(studioPages.health, () =>
    import('../../features/health/web/studio/HealthPage.tsx').then((module) => module.healthPage),
  ),
  route(studioPages.audit, () => import('./AuditPage.tsx').then((module) => module.auditPage)),
  route(studioPages.staff, () => import('../../features/studio/web/StaffPage.tsx').then((module) => module.staffPage)),
];

interface StudioRoute extends Route {
  load(): Promise<StudioPage>;
}

function route(pattern: string, load: () => Promise<StudioPage>): StudioRoute {
  return { pattern, source: '', load };
}
