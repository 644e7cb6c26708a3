import { paths } from '../../../shared/paths.ts';
import { nextOf } from '../../../web/next-address.ts';
import type { PageModule } from '../../../web/page.ts';
import { useOpenedPage } from '../../../web/router.tsx';
import { useIsBrowser } from '../../../web/use-is-browser.ts';

/** Login and registration are for visitors: a user is redirected to the page that follows a login. */
export const leadUserOn: NonNullable<PageModule['guard']> = ({ isUser, search }) =>
  isUser ? (nextOf(search) ?? paths.home()) : null;

/**
 * The query of the page's address; empty on the server. It only decides where a press leads, so the server can render
 * one page for everybody.
 */
export function useOwnSearch(): string {
  const { search } = useOpenedPage();
  return useIsBrowser() ? search : '';
}
