import { createContext, type ReactNode, use } from 'react';

/** The markup of a part, from before where the same was shown in the same surroundings. */
export type KeepMarkup = (shown: string, part: ReactNode) => string;

const KeepMarkupContext = createContext<KeepMarkup | null>(null);
export const KeepMarkupProvider = KeepMarkupContext.Provider;

/**
 * An item of a list that many pages have. The server renders it once for all pages that show the same: `shows` is all
 * that it depends on, beside language, minute and the language of addresses; null: it is rendered for this page.
 */
export function KeptItem({
  className,
  shows,
  children,
}: {
  className?: string | undefined;
  shows: unknown;
  children: ReactNode;
}) {
  const keep = import.meta.env.SSR && shows !== null ? use(KeepMarkupContext) : null;
  if (!keep) return <li className={className}>{children}</li>;
  const markup = { __html: keep(JSON.stringify(shows), children) };
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is React's own markup of the children
  return <li className={className} dangerouslySetInnerHTML={markup} />;
}
