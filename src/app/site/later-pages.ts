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
import { type LateWords, loadLateWords } from '../../web/late-words.ts';
import type { AnyPage, ParamNames } from '../../web/navigation.ts';
import type { PageModule } from '../../web/page.ts';

const loaders = {
  [pages.library]: () => import('./LibraryPage.tsx').then((module) => module.libraryPage),
  [pages.updates]: () =>
    import('../../features/library/web/follows/UpdatesPage.tsx').then((module) => module.updatesPage),
  [pages.history]: () =>
    import('../../features/library/web/history/HistoryPage.tsx').then((module) => module.historyPage),
  [pages.inbox]: () => import('../../features/notices/web/InboxPage.tsx').then((module) => module.inboxPage),
  [pages.calendar]: () => import('../../features/releases/web/CalendarPage.tsx').then((module) => module.calendarPage),
  [pages.contact]: () => import('./ContactPage.tsx').then((module) => module.contactPage),
  [pages.login]: () => import('../../features/accounts/web/LoginPage.tsx').then((module) => module.loginPage),
  [pages.register]: () => import('../../features/accounts/web/RegisterPage.tsx').then((module) => module.registerPage),
  [resetPasswordPattern]: () =>
    import('../../features/accounts/web/LoginPage.tsx').then((module) => module.resetPasswordPage),
  [recoverPath]: () => import('../../features/accounts/web/LoginPage.tsx').then((module) => module.recoverPage),
  [paymentReturnPattern]: () =>
    import('../../features/payments/web/PaymentReturnPage.tsx').then((module) => module.paymentReturnPage),
  [wechatReturnPath]: () =>
    import('../../features/payments/web/PaymentReturnPage.tsx').then((module) => module.wechatReturnPage),
  [receiptPattern]: () => import('../../features/payments/web/ReceiptPage.tsx').then((module) => module.receiptPage),
  [documentPattern]: () =>
    import('../../features/documents/web/DocumentPage.tsx').then((module) => module.documentPage),
  [membershipPath]: () => import('./MembershipPage.tsx').then((module) => module.membershipPage),
  [rankingPath]: () => import('../../features/numbers/web/RankingPage.tsx').then((module) => module.rankingPage),
  [pages.profile]: () => import('./ProfilePage.tsx').then((module) => module.profilePage),
  [pages.offline]: () => import('./KeptPage.tsx').then((module) => module.keptPage),
};

/** The pages whose code and words come with them alone. */
export type LaterPattern = keyof typeof loaders;

/** Each page needs the parameters of its pattern, and no others. */
loaders satisfies { [Pattern in LaterPattern]: () => Promise<PageModule<ParamNames<Pattern>>> };

const ofUsers: readonly string[] = [
  ...[pages.library, pages.updates, pages.history, pages.inbox, pages.profile],
  ...[paymentReturnPattern, wechatReturnPath, receiptPattern],
];

/** The words of the page of a pattern. */
export const lateWordsOf = (pattern: string): readonly LateWords[] =>
  ofUsers.includes(pattern) ? ['late', 'own'] : ['late'];

/** The page of a pattern, together with its words in the document's language. */
export async function loadLaterPage(pattern: LaterPattern): Promise<AnyPage> {
  const [page] = await Promise.all([loaders[pattern](), loadLateWords(...lateWordsOf(pattern))]);
  return page as unknown as AnyPage; // its parameters have been checked against the pattern
}
