import { printable } from '../../src/shared/text.ts';
import { judge, type Row, type Verdict } from './survey.ts';

/** The survey as people read it: a summary and a table in Markdown, in which wrong counts are bold. */
export function printTable(rows: readonly Row[]): string {
  const lines = [
    '| work | kind | language | chapters found | by its own contents | holes | seconds |',
    '|---|---|---|---|---|---|---|',
    ...rows.map((row) => `| ${cellsOf(row).join(' | ')} |`),
  ];
  return `${summaryOf(rows)}\n\n${lines.join('\n')}\n`;
}

function summaryOf(rows: readonly Row[]): string {
  const counts = new Map<Verdict, number>();
  for (const row of rows) counts.set(judge(row), (counts.get(judge(row)) ?? 0) + 1);
  const count = (verdict: Verdict) => counts.get(verdict) ?? 0;
  return [
    `Books: ${rows.length}.`,
    `As many chapters as their own contents say: ${count('right')}; fewer: ${count('fewer')}; more: ${count('more')}.`,
    `As many, but under other titles: ${count('misnamed')}.`,
    `Without contents to compare with: ${count('uncounted')}; not read: ${count('unread')}.`,
  ].join('\n');
}

function cellsOf(row: Row): string[] {
  const isWrong = ['fewer', 'more', 'misnamed'].includes(judge(row));
  return [
    cell(row.title),
    row.kind,
    languageCell(row),
    isWrong ? `**${foundCell(row)}**` : foundCell(row),
    row.expected ? rangeOf(row.expected) : '',
    row.leftOut === null ? remarksOf(row) : cell(`left out: ${row.leftOut}`),
    row.seconds.toFixed(1),
  ];
}

function remarksOf({ holes, titles }: Row): string {
  const named = titles !== null && titles.found < titles.of ? `titles: ${titles.found} of ${titles.of}` : '';
  return [holes, named].filter(Boolean).join('; ');
}

function languageCell({ language, trueLanguage }: Row): string {
  if (trueLanguage === null || language?.startsWith(trueLanguage)) return language ?? '';
  return language === null ? cell(trueLanguage) : `${language} (is ${cell(trueLanguage)})`;
}

/** A text whose headings were not seen is cut into pieces of one length. */
function foundCell({ chapters, headed }: Row): string {
  return chapters === headed ? String(chapters) : `${chapters}, pieces of ${headed}`;
}

function rangeOf({ least, most }: { least: number; most: number }): string {
  return least === most ? String(least) : `${least}-${most}`;
}

/** Words from files stay within their cell. */
function cell(text: string): string {
  return printable(text).replace(/[|\\`<*_[\]]/g, '\\$&');
}

const begin = '<!-- import-survey: written by `npm run -s import-survey -- FOLDER --write` -->';
const end = '<!-- /import-survey -->';

/** A document with the table between its markers; null where it has no such markers. */
export function withTable(document: string, table: string): string | null {
  const [from, to] = [document.indexOf(begin), document.indexOf(end)];
  if (from < 0 || to < from) return null;
  return `${document.slice(0, from + begin.length)}\n\n${table}\n${document.slice(to)}`;
}
