import type { Language } from '../../shared/languages.ts';
import type { Site } from '../../web/site.tsx';

/** The facts that the studio's document hands to its code: nothing personal, the same for everybody. */
export interface StudioState {
  language: Language;
  /** Addresses of the language's messages: those of the site, and those of the studio. */
  messages: string;
  studioMessages: string;
  site: Site;
  /** Whether the site is open to other programs. */
  doors: boolean;
}

/** The facts for a preview: the language is that of the readers' page. */
export interface PreviewState extends StudioState {
  /** The language in which the editor works. */
  ownLanguage: Language;
}
