import type { AnyPage, Route } from '../../web/navigation.ts';

/** The page to show without a connection: the requested page where all of it is kept, else the page that says so. */
export async function loadOffline(route: Route, path: string): Promise<AnyPage> {
  // Loaded from here, so that the script that every page begins with need not name their files.
  const [page, { canShowOffline }, { offlinePage }] = await Promise.all([
    route.load(),
    import('../../features/offline/web/stand-in.ts'),
    import('../../features/offline/web/OfflinePage.tsx'),
  ]);
  return page.standsIn || (await canShowOffline(path)) ? page : offlinePage;
}
