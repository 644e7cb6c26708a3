import { element, xmlHead } from '../../shared/xml.ts';

/** What a ComicInfo.xml says of a chapter; an empty text is left out. */
export interface ComicFacts {
  title: string;
  series: string;
  /** The number that its print has, else its place. */
  number: string;
  summary: string;
  publishedAt: Date;
  writer: string;
  /** The chapter's page. */
  web: string;
  pages: number;
  /** BCP 47. */
  language: string;
  isRightToLeft: boolean;
}

/** The chapter as ComicInfo v2.1 has it: its elements come in the order of the schema. */
export function writeComicInfo(facts: ComicFacts): string {
  const { publishedAt: at } = facts;
  const elements: [string, string][] = [
    ['Title', facts.title],
    ['Series', facts.series],
    ['Number', facts.number],
    ['Summary', facts.summary],
    ['Year', String(at.getUTCFullYear())],
    ['Month', String(at.getUTCMonth() + 1)],
    ['Day', String(at.getUTCDate())],
    ['Writer', facts.writer],
    ['Web', facts.web],
    ['PageCount', String(facts.pages)],
    ['LanguageISO', facts.language],
    ['Manga', facts.isRightToLeft ? 'YesAndRightToLeft' : ''],
  ];
  const lines = elements.flatMap(([name, text]) => (text === '' ? [] : `  ${element(name, text)}\n`));
  return `${xmlHead}<ComicInfo>\n${lines.join('')}</ComicInfo>\n`;
}
