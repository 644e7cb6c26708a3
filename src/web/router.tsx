import { type AnchorHTMLAttributes, createContext, type ReactNode, type Ref, use, useMemo } from 'react';
import { addressLanguage, type NavigateOptions, type OpenedPage, pageSearch } from './navigation.ts';
import { keepLast, useStore } from './store.ts';

/** The opened page, and the way to open another. On the server the page never changes. */
export interface Router {
  current(): OpenedPage;
  subscribe(listener: () => void): () => void;
  /** Opens an address of this site. */
  open(href: string, options?: NavigateOptions): void;
}

const RouterContext = createContext<Router | null>(null);
export const RouterProvider = RouterContext.Provider;

export function useRouter(): Router {
  const router = use(RouterContext);
  if (!router) throw new Error('useRouter needs a RouterProvider');
  return router;
}

/** The page on the screen. */
export function useOpenedPage(): OpenedPage {
  const { current, subscribe } = useRouter();
  return useStore({ get: current, subscribe }, current());
}

/** The parameters of the query string that the page declares. */
export function useSearch(): URLSearchParams {
  const { page, search } = useOpenedPage();
  return useMemo(() => pageSearch(page, search), [page, search]);
}

/** Opens an address of this site, and keeps ?lang=. */
export function useNavigate(): (to: string, options?: NavigateOptions) => void {
  const router = useRouter();
  const { search } = useOpenedPage();
  return (to, options) => router.open(withLanguage(to, search), options);
}

/** The address of a link on this page: it has ?lang= where the page has it. */
export function useHref(to: string): string {
  return withLanguage(to, useOpenedPage().search);
}

/** All links of a page need the same query string's language: the last result is kept. */
const languageOf = keepLast(addressLanguage);

export function withLanguage(to: string, search: string): string {
  const language = languageOf(search);
  if (!language) return to;
  if (!to.includes('?') && !to.includes('#')) return `${to}?lang=${language}`;
  const [beforeHash = '', hash] = to.split('#', 2);
  const [path = '', query] = beforeHash.split('?', 2);
  const params = new URLSearchParams(query);
  params.set('lang', language);
  return `${path}?${params}${hash === undefined ? '' : `#${hash}`}`;
}

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  to: string;
  children?: ReactNode;
  ref?: Ref<HTMLAnchorElement>;
}

/** A link within the site: a real anchor. The browser's router follows it (link-clicks.ts). */
export function Link({ to, ...anchor }: LinkProps) {
  return <a {...anchor} href={useHref(to)} />;
}
