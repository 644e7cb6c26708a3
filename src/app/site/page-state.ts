import type { Language } from '../../shared/languages.ts';
import type { KeptQueries } from '../../web/query.ts';
import type { Site } from '../../web/site.tsx';

/** What the browser goes on with after the server's rendering. Nothing personal is ever in it. */
export interface PageState {
  language: Language;
  found: boolean;
  /** Where a page was rendered that is shown in the place of others too. */
  standIn?: string;
  renderedAt: number;
  /** Address of the language's words. */
  messages: string;
  site: Site;
  queries: KeptQueries;
}
