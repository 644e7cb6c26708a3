import { createContext, useContext } from 'react';

/** What every page says about the site itself. */
export interface Site {
  name: string;
  contactEmail: string;
}

const SiteContext = createContext<Site | null>(null);
export const SiteProvider = SiteContext.Provider;

export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error('useSite needs a SiteProvider');
  return site;
}
