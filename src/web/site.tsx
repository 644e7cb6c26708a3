import { createContext, useContext } from 'react';
import type { Language } from '../shared/languages.ts';

/** A logo with its address. */
interface Logo {
  src: string;
  width: number;
  height: number;
}

/** The facts about the site that every page shows. */
export interface Site {
  name: string;
  /** What the operator says in place of the product's words on the home page, and of the site in a sentence. */
  tagline?: string;
  description?: string;
  /** The operator's logos by day and by night, in place of the product's and the name. */
  logo?: Logo;
  darkLogo?: Logo;
  contactEmail: string;
  /** The IANA name of the zone of dates until the browser tells its own. */
  timeZone: string;
  /** Books for adults are shown to all, without a question. */
  showsAdultBooks?: boolean;
  /** One can log in with a passkey. */
  hasPasskeys?: boolean;
  /** A membership can be bought. */
  sells?: boolean;
  /** What is announced to everybody; and whether something is to some. */
  bars?: readonly { id: string; pieces: readonly { text: string; href?: string }[] }[];
  hasOwnBars?: boolean;
  /** The places of the home page's rows; absent: it has the recommended books alone. */
  rows?: readonly ('continue' | 'newForYou' | 'recommended' | 'books')[];
  /** The operator's titles of those rows that the page fills itself. */
  rowTitles?: { [Place in 'continue' | 'newForYou' | 'recommended']?: string };
  /** Links of the footer: the operator's pages, then links of their own. */
  links?: readonly { title: string; href: string }[];
  /** The number of a site in China, which every page has to show. */
  icp?: string;
  /** The language of new books, for the studio alone. */
  bookLanguage?: Language;
  /** How many chapters of a book are free where it says nothing, for the studio alone. */
  freeChapters?: number;
}

/** Where the number of a site in China is looked up; its law wants the link. */
export const icpRegister = 'https://beian.miit.gov.cn/';

const SiteContext = createContext<Site | null>(null);
export const SiteProvider = SiteContext.Provider;

export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error('useSite needs a SiteProvider');
  return site;
}
