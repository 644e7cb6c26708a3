import { createContext, type ReactNode, use } from 'react';

/** A part depends on a value, which nobody changes, and on how it looks in its place. */
interface Shown {
  value: object;
  look: string;
}

/** The markup of a part, from before where the same was shown in the same surroundings. */
export type KeepMarkup = (shown: Shown, part: ReactNode) => string;

const KeepMarkupContext = createContext<KeepMarkup | null>(null);
export const KeepMarkupProvider = KeepMarkupContext.Provider;

/**
 * An item of a list that many pages have. The server renders it once for all pages that show the same: `shows` and
 * `look` are all that it depends on, beside language, minute and the language of addresses. With null it is rendered for
 * this page.
 */
export function KeptItem({
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
  const keep = import.meta.env.SSR && shows !== null ? use(KeepMarkupContext) : null;
  if (!keep || shows === null) return <li className={className}>{children}</li>;
  const markup = { __html: keep({ value: shows, look }, children) };
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is React's own markup of the children
  return <li className={className} dangerouslySetInnerHTML={markup} />;
}
