import { createContext, type ReactNode, use } from 'react';

/** What a part depends on: a value that nobody changes, and its look. */
interface Shown {
  value: object;
  look: string;
}

/** Gives the markup of a part; the same as before where the same was shown in the same surroundings. */
export type ShareMarkup = (shown: Shown, part: ReactNode) => string;

const ShareMarkupContext = createContext<ShareMarkup | null>(null);
export const ShareMarkupProvider = ShareMarkupContext.Provider;

/**
 * An item of a list that many pages have. The server renders it once for all pages that show the same: it may depend
 * only on `shows` and `look`, besides the language, the minute and the language of addresses. With null it is rendered
 * for this page alone.
 */
export function SharedItem({
  className,
  shows,
  look,
  children,
}: {
  className?: string | undefined;
  shows: object | null;
  look: string;
  children: ReactNode;
}) {
  const keep = import.meta.env.SSR && shows !== null ? use(ShareMarkupContext) : null;
  if (!keep || shows === null) return <li className={className}>{children}</li>;
  const markup = { __html: keep({ value: shows, look }, children) };
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is React's own markup of the children
  return <li className={className} dangerouslySetInnerHTML={markup} />;
}
