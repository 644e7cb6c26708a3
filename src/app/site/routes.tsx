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
import type { AnyPage, Route } from '../../web/navigation.ts';
import type { PageModule } from '../../web/page.ts';

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
  laterRoute(pages.library, 'src/app/site/LibraryPage.tsx', () =>
    import('./LibraryPage.tsx').then((module) => module.libraryPage),
  ),
  laterRoute(pages.updates, 'src/features/library/web/follows/UpdatesPage.tsx', () =>
    import('../../features/library/web/follows/UpdatesPage.tsx').then((module) => module.updatesPage),
  ),
  laterRoute(pages.history, 'src/features/library/web/history/HistoryPage.tsx', () =>
    import('../../features/library/web/history/HistoryPage.tsx').then((module) => module.historyPage),
  ),
  laterRoute(pages.inbox, 'src/features/notices/web/InboxPage.tsx', () =>
    import('../../features/notices/web/InboxPage.tsx').then((module) => module.inboxPage),
  ),
  laterRoute(pages.calendar, 'src/features/releases/web/CalendarPage.tsx', () =>
    import('../../features/releases/web/CalendarPage.tsx').then((module) => module.calendarPage),
  ),
  laterRoute(pages.contact, 'src/app/site/ContactPage.tsx', () =>
    import('./ContactPage.tsx').then((module) => module.contactPage),
  ),
  laterRoute(pages.login, 'src/features/accounts/web/LoginPage.tsx', () =>
    import('../../features/accounts/web/LoginPage.tsx').then((module) => module.loginPage),
  ),
  laterRoute(pages.register, 'src/features/accounts/web/RegisterPage.tsx', () =>
    import('../../features/accounts/web/RegisterPage.tsx').then((module) => module.registerPage),
  ),
  laterRoute(resetPasswordPattern, 'src/features/accounts/web/LoginPage.tsx', () =>
    import('../../features/accounts/web/LoginPage.tsx').then((module) => module.resetPasswordPage),
  ),
  laterRoute(recoverPath, 'src/features/accounts/web/LoginPage.tsx', () =>
    import('../../features/accounts/web/LoginPage.tsx').then((module) => module.recoverPage),
  ),
  laterRoute(paymentReturnPattern, 'src/features/payments/web/PaymentReturnPage.tsx', () =>
    import('../../features/payments/web/PaymentReturnPage.tsx').then((module) => module.paymentReturnPage),
  ),
  laterRoute(wechatReturnPath, 'src/features/payments/web/PaymentReturnPage.tsx', () =>
    import('../../features/payments/web/PaymentReturnPage.tsx').then((module) => module.wechatReturnPage),
  ),
  laterRoute(receiptPattern, 'src/features/payments/web/ReceiptPage.tsx', () =>
    import('../../features/payments/web/ReceiptPage.tsx').then((module) => module.receiptPage),
  ),
  laterRoute(documentPattern, 'src/features/documents/web/DocumentPage.tsx', () =>
    import('../../features/documents/web/DocumentPage.tsx').then((module) => module.documentPage),
  ),
  laterRoute(membershipPath, 'src/app/site/MembershipPage.tsx', () =>
    import('./MembershipPage.tsx').then((module) => module.membershipPage),
  ),
  laterRoute(pages.profile, 'src/app/site/ProfilePage.tsx', () =>
    import('./ProfilePage.tsx').then((module) => module.profilePage),
  ),
  laterRoute(pages.offline, 'src/app/site/KeptPage.tsx', () =>
    import('./KeptPage.tsx').then((module) => module.keptPage),
  ),
  laterRoute(rankingPath, 'src/features/numbers/web/RankingPage.tsx', () =>
    import('../../features/numbers/web/RankingPage.tsx').then((module) => module.rankingPage),
  ),
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

/** A page that few readers open first: its words come with it, not with each page of the site. */
function laterRoute<Pattern extends string>(
  pattern: Pattern,
  source: string,
  load: () => Promise<PageModule<ParamNames<Pattern>>>,
): Route {
  const withWords = async () => {
    const { loadLateWords } = await import('../../web/late-words.ts');
    const [page] = await Promise.all([load(), loadLateWords()]);
    return page;
  };
  return { ...route(pattern, source, withWords), hasLateWords: true };
}

type ParamNames<Pattern extends string> = Pattern extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Pattern extends `${string}:${infer Name}`
    ? Name
    : never;
