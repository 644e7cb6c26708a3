import { useSite } from './site.tsx';
import { useIsBrowser } from './use-is-browser.ts';

/** The zone of a page's dates: the site's while the page is rendered and comes alive; then undefined, the browser's. */
export function useTimeZone(): string | undefined {
  const { timeZone } = useSite();
  return useIsBrowser() ? undefined : timeZone;
}
