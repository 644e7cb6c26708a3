import {
  type AnchorHTMLAttributes,
  createContext,
  type MouseEvent,
  type ReactNode,
  use,
  useMemo,
  useSyncExternalStore,
} from 'react';
import { addressLanguage, type NavigateOptions, type OpenedPage, pageSearch } from './navigation.ts';

/** Where we are and how to get elsewhere. On the server it stands still. */
export interface Router {
  current(): OpenedPage;
  subscribe(listener: () => void): () => void;
  /** Opens an address of this site. */
  open(href: string, options?: NavigateOptions): void;
  /** Makes ready what a link leads to, for a reader who is about to follow it. */
  preload(href: string): void;
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
  const router = useRouter();
  return useSyncExternalStore(router.subscribe, router.current, router.current);
}

/** The query string, as far as the page declares its keys. */
export function useSearch(): URLSearchParams {
  const { page, search } = useOpenedPage();
  return useMemo(() => pageSearch(page, search), [page, search]);
}

/** Opens an address of this site; ?lang= goes along. */
export function useNavigate(): (to: string, options?: NavigateOptions) => void {
  const router = useRouter();
  const { search } = useOpenedPage();
  return (to, options) => router.open(withLanguage(to, search), options);
}

/** The address of a link on this page: where the page has ?lang=, so have its own links. */
export function useHref(to: string): string {
  return withLanguage(to, useOpenedPage().search);
}

export function withLanguage(to: string, search: string): string {
  const language = search === '' ? null : addressLanguage(search);
  if (!language) return to;
  if (!to.includes('?') && !to.includes('#')) return `${to}?lang=${language}`;
  const [beforeHash = '', hash] = to.split('#', 2);
  const [path = '', query] = beforeHash.split('?', 2);
  const params = new URLSearchParams(query);
  params.set('lang', language);
  return `${path}?${params}${hash === undefined ? '' : `#${hash}`}`;
}

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'>, NavigateOptions {
  to: string;
  children?: ReactNode;
}

/** A link within the site: a real anchor, followed without loading the document again. */
export function Link({ to, replace, keepScroll, onClick, ...anchor }: LinkProps) {
  const router = useRouter();
  const href = useHref(to);
  const preload = () => router.preload(href);

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    if (event.defaultPrevented || !isPlainClick(event) || (anchor.target ?? '_self') !== '_self') return;
    event.preventDefault();
    router.open(href, { replace: replace ?? false, keepScroll: keepScroll ?? false });
  }

  return (
    <a {...anchor} href={href} onClick={follow} onPointerEnter={preload} onFocus={preload} onTouchStart={preload} />
  );
}

/** A click that asks for no new tab, window or download. */
function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}
