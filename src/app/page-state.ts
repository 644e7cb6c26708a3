import type { Language } from '../shared/languages.ts';
import type { KeptQueries } from '../web/query.ts';
import type { Site } from '../web/site.tsx';

/** What the browser goes on with after the server's rendering. Nothing personal is ever in it. */
export interface PageState {
  language: Language;
  found: boolean;
  renderedAt: number;
  /** Address of the language's words. */
  messages: string;
  site: Site;
  queries: KeptQueries;
}
