import { sumOf } from '../server/http/gate.ts';
import { createPageGate, createShedder, type Load, type RouteClass } from '../server/http/overload.ts';
import type { Metrics } from '../server/metrics/metrics.ts';
import { pages } from '../shared/paths.ts';

/**
 * The class of each call under load, by its route (spec: http.md#overload). The studio's calls are calls like others.
 */
export const callClasses: Readonly<Record<string, RouteClass>> = {
  '/api/v1/site': 'public',
  '/api/v1/site/pages/:page': 'public',
  '/api/v1/home/rows': 'list',
  '/api/v1/comics/book/search': 'list',
  '/api/v1/comics/book/suggest': 'search',
  '/api/v1/comics/book/similar/:bookId/:language': 'public',
  '/api/v1/comics/chapters/find/:bookId/:language': 'public',
  '/api/v1/reader/book/tags': 'public',
  '/api/v1/comics/book/recommendation/list': 'public',
  '/api/v1/comics/chapters/:bookId/:language/:direction/:page/:pageSize': 'public',
  '/api/v1/comics/calendar': 'public',
  '/api/v1/comics/chapter_comics/:chapterUuid/:language': 'chapter',
  '/api/v1/comics/chapter_lock/:chapterUuid/:language': 'public',
  '/api/v1/comics/membership/:language': 'public',
  '/api/v1/comics/ranking/:language': 'public',
  '/api/v1/reader/book/:bookId/:language/text': 'search',
  '/api/v1/comics/chapter_size/:chapterUuid/:language': 'public',
  '/api/v1/openapi.json': 'public',
  '/api/docs': 'public',
  '/api/v1/comics/chapter/favor': 'call',
  '/api/v1/events': 'call',
  '/api/v1/user/reader_settings': 'call',
  '/api/v1/user/progress': 'call',
  '/api/v1/user/progress/:book_uuid': 'call',
  '/api/v1/user/marks': 'call',
  '/api/v1/user/follows': 'call',
  '/api/v1/user/follows/:book_uuid': 'call',
  '/api/v1/user/shelf': 'call',
  '/api/v1/user/shelf/:book_uuid': 'call',
  '/api/v1/user/updates': 'call',
  '/api/v1/user/inbox': 'call',
  '/api/v1/user/inbox/:id': 'call',
  '/api/v1/user/inbox/unread': 'call',
  '/api/v1/user/inbox/read': 'call',
  '/api/v1/user/announcements': 'call',
  '/api/v1/user/notices/settings': 'call',
  '/api/v1/user/push': 'call',
  '/api/v1/user/push/:id': 'call',
  '/api/v1/user/feed_token': 'call',
  '/api/v1/user/sessions': 'call',
  '/api/v1/user/sessions/:id': 'call',
  '/api/v1/user/invite_code': 'call',
  '/api/v1/user/login': 'last',
  '/api/v1/user/register': 'last',
  '/api/v1/user/deletion': 'last',
  '/api/v1/user/export': 'last',
  '/api/v1/user/export/file': 'last',
  '/api/v1/user/passkeys': 'last',
  '/api/v1/user/passkeys/:id': 'last',
  '/api/v1/user/passkeys/options': 'last',
  '/api/v1/user/passkeys/login': 'last',
  '/api/v1/user/passkeys/login/options': 'last',
  '/api/v1/user/reset_password': 'last',
  '/api/v1/user/update_password': 'last',
  '/api/v1/user/tokens': 'call',
  '/api/v1/user/tokens/:id': 'call',
  '/api/v1/user/recovery_codes': 'call',
  '/api/v1/user/recover': 'last',
  '/api/v1/user/logout': 'last',
  '/api/v1/user/book/membership': 'last',
  '/api/v1/user/coupon/redeem': 'last',
  '/api/v1/payment/wechat/payment/china_book_membership/create': 'last',
  '/api/v1/payment/wechat/authorize': 'last',
  '/api/v1/payment/wechat/openid': 'last',
  '/api/v1/payment/quote': 'last',
  '/api/v1/payment/wechat/payment/status/:order_id': 'last',
  '/api/v1/payment/return/:order_id': 'last',
  '/api/v1/payment/orders': 'last',
  '/api/v1/payment/receipts/:order_id': 'last',
  '/api/v1/payment/orders/:order_id/withdrawal': 'last',
  '/api/v1/payment/orders/:order_id/fapiao': 'last',
  '/api/v1/payment/orders/:order_id/card_receipt': 'last',
  '/api/v1/payment/orders/:order_id/withdrawal/file': 'last',
  '/api/v1/payment/wechat/notify': 'last',
  '/api/v1/payment/stripe/webhook': 'last',
};

const otherClasses: Readonly<Record<string, RouteClass>> = {
  [pages.home]: 'list',
  [pages.books]: 'list',
  '/feeds/updates/:file': 'call',
  '/komga': 'call',
  '/komga/*': 'call',
  '/opds/pages/:chapterId/:language/:file': 'last',
  '/opds/files/:id/:language/:file': 'call',
  '/koreader/users/create': 'last',
  '/koreader/users/auth': 'last',
  '/koreader/syncs/progress': 'call',
  '/koreader/syncs/progress/*': 'call',
  '/koreader/healthcheck': 'never',
  '/media/:imageId/:variant': 'last',
  '/origin/media/:imageId/:variant': 'last',
  '/assets/*': 'never',
  '/sw.js': 'never',
  '/healthz': 'never',
  '/readyz': 'never',
  '/metrics': 'never',
};

const studioCalls = '/api/v1/studio/';

/** The class of a route; a path that no route has is refused as a page is. */
export function classOfRoute(route: string | undefined): RouteClass {
  if (route === undefined) return 'page';
  const known = callClasses[route] ?? otherClasses[route];
  if (known) return known;
  return route.startsWith('/api/') ? 'call' : 'public';
}

/** Refuses requests by the load of the process, the queue of the pages included. */
export function refusalsUnderLoad(loadNow: () => Load, metrics: Pick<Metrics, 'watchWork'>) {
  const gate = createPageGate();
  metrics.watchWork('pages', () => sumOf(gate.use()));
  const load = () => {
    const { steps, queued } = loadNow();
    return { steps, queued: Math.max(queued, gate.queued()) };
  };
  return { shedder: createShedder(load), pages: gate, classOf: classOfRoute };
}

/** Whether a call's class is said above. */
export function isClassed(call: string): boolean {
  return call in callClasses || call.startsWith(studioCalls);
}
