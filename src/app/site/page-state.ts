import type { Language } from '../../shared/languages.ts';
import type { KeptQueries } from '../../web/query.ts';
import type { Site } from '../../web/site.tsx';

/** The state from which the browser continues after the server's rendering. It never holds anything personal. */
export interface PageState {
  language: Language;
  found: boolean;
  /** The address for which the page was rendered, where it is also shown at other addresses. */
  standIn?: string;
  renderedAt: number;
  /** Address of the language's messages. */
  messages: string;
  site: Site;
  queries: KeptQueries;
}
