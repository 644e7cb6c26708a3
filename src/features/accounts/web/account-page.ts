import { paths } from '../../../shared/paths.ts';
import { nextOf } from '../../../web/next-address.ts';
import type { PageModule } from '../../../web/page.ts';
import { useOpenedPage } from '../../../web/router.tsx';
import { useIsBrowser } from '../../../web/use-is-browser.ts';

/** Login and registration are for visitors: a user is led on to where a login would lead. */
export const leadUserOn: NonNullable<PageModule['guard']> = ({ isUser, search }) =>
  isUser ? (nextOf(search) ?? paths.home()) : null;

/**
 * The query of the page's address, which the server renders without: it says only what a press will do, and one
 * rendering serves everybody.
 */
export function useOwnSearch(): string {
  const { search } = useOpenedPage();
  return useIsBrowser() ? search : '';
}
