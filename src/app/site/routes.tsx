import {
  documentPattern,
  membershipPath,
  pages,
  paymentReturnPattern,
  rankingPath,
  receiptPattern,
  recoverPath,
  resetPasswordPattern,
  wechatReturnPath,
} from '../../shared/paths.ts';
import type { AnyPage, ParamNames, Route } from '../../web/navigation.ts';
import type { PageModule } from '../../web/page.ts';
import type { LaterPattern } from './later-pages.ts';

/** The pages of the site (spec: site.md#pages); the server answers any other path. */
export const routes: readonly Route[] = [
  route(pages.home, 'src/app/site/HomePage.tsx', () => import('./HomePage.tsx').then((module) => module.homePage)),
  route(pages.books, 'src/app/site/HomePage.tsx', () => import('./HomePage.tsx').then((module) => module.homePage)),
  route(pages.book, 'src/app/site/OpenedBookPage.tsx', () =>
    import('./OpenedBookPage.tsx').then((module) => module.openedBookPage),
  ),
  route(pages.chapter, 'src/app/site/OpenedReaderPage.tsx', () =>
    import('./OpenedReaderPage.tsx').then((module) => module.openedReaderPage),
  ),
  route(pages.search, 'src/features/catalog/web/search/SearchPage.tsx', () =>
    import('../../features/catalog/web/search/SearchPage.tsx').then((module) => module.searchPage),
  ),
  laterRoute(pages.library, 'src/app/site/LibraryPage.tsx'),
  laterRoute(pages.updates, 'src/features/library/web/follows/UpdatesPage.tsx'),
  laterRoute(pages.history, 'src/features/library/web/history/HistoryPage.tsx'),
  laterRoute(pages.inbox, 'src/features/notices/web/InboxPage.tsx'),
  laterRoute(pages.calendar, 'src/features/releases/web/CalendarPage.tsx'),
  laterRoute(pages.contact, 'src/app/site/ContactPage.tsx'),
  laterRoute(pages.login, 'src/features/accounts/web/LoginPage.tsx'),
  laterRoute(pages.register, 'src/features/accounts/web/RegisterPage.tsx'),
  laterRoute(resetPasswordPattern, 'src/features/accounts/web/LoginPage.tsx'),
  laterRoute(recoverPath, 'src/features/accounts/web/LoginPage.tsx'),
  laterRoute(paymentReturnPattern, 'src/features/payments/web/PaymentReturnPage.tsx'),
  laterRoute(wechatReturnPath, 'src/features/payments/web/PaymentReturnPage.tsx'),
  laterRoute(receiptPattern, 'src/features/payments/web/ReceiptPage.tsx'),
  laterRoute(documentPattern, 'src/features/documents/web/DocumentPage.tsx'),
  laterRoute(membershipPath, 'src/app/site/MembershipPage.tsx'),
  laterRoute(rankingPath, 'src/features/numbers/web/RankingPage.tsx'),
  laterRoute(pages.profile, 'src/app/site/ProfilePage.tsx'),
  laterRoute(pages.offline, 'src/app/site/KeptPage.tsx'),
];

/** A row of the table; the pattern's parameters must be those that the page needs. */
function route<Pattern extends string>(
  pattern: Pattern,
  source: string,
  load: () => Promise<PageModule<ParamNames<Pattern>>>,
): Route {
  // The pattern has just been checked against the page; from here on the names are data.
  return { pattern, source, load: load as () => Promise<unknown> as () => Promise<AnyPage> };
}

/** A page that few readers open first: how it is loaded, and its words, are not in each reader's first view. */
function laterRoute(pattern: LaterPattern, source: string): Route {
  const load = async () => (await import('./later-pages.ts')).loadLaterPage(pattern);
  return { pattern, source, comesLate: true, load };
}
