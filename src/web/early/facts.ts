/**
 * The data attributes of the early script's element. The script's text is the same on every page, so that the security
 * policy can name it by its hash.
 */
export interface EarlyFacts {
  /** The language of this page. */
  language: string;
  /** The languages of the site, with spaces between them. */
  languages: string;
  /** The style sheet of the fonts. */
  fonts: string;
  /** Files of the fonts that every page uses, with spaces between them. */
  faces: string;
  /** Files of the code, with spaces between them. */
  preload: string;
  messages: string;
  /** The code of the page; absent for a page without code. */
  entry?: string;
  /** Present where the address names the language. */
  addressed?: string;
  /** The address that visitors are sent to; absent where they may stay. */
  guard?: string;
}
