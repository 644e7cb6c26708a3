import type { Verdict } from './judge.ts';

/** The note of a report: what the text was cut at, why, and what its numbers or its list of contents have more. */
export function noteOf(verdict: Verdict, chapters: number): string {
  const first = verdict.marks[0];
  if (verdict.reading === null || !first) return withoutHeadings(chapters);
  const cut = `cut into ${chapters === 1 ? '1 chapter' : `${chapters} chapters`} at ${verdict.reading} ('${shortened(first.printed)}' is the first)`;
  return [`${cut}: ${verdict.reason}`, holesIn(verdict), contentsIn(verdict, chapters)].filter(Boolean).join('; ');
}

/** The note for a text in which nothing reads like a heading. */
export function withoutHeadings(chapters: number): string {
  const cut = chapters === 1 ? 'it is one chapter' : `it is cut at paragraphs into ${chapters} pieces of one length`;
  return `no headings were found: ${cut}. \`headings\` in a book.yaml beside it says what they look like`;
}

/** 'its list of contents has 49 entries, of which 41 begin a chapter'; null where list and cut agree, or without a list. */
function contentsIn({ contents }: Pick<Verdict, 'contents'>, chapters: number): string | null {
  const entries = contents?.entries.length;
  if (!contents || (contents.taken === entries && chapters === entries)) return null;
  return `its list of contents has ${entries} entries, of which ${contents.taken} begin a chapter`;
}

/** 'chapters 4 and 7 are missing in the run of numbers', or null. */
export function holesIn({ holes }: Pick<Verdict, 'holes'>): string | null {
  const [only, ...others] = holes;
  if (only === undefined) return null;
  if (others.length === 0) return `chapter ${only} is missing in the run of numbers`;
  return `chapters ${holes.slice(0, -1).join(', ')} and ${holes.at(-1)} are missing in the run of numbers`;
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

const kindNames: Record<Verdict['marks'][number]['kind'], string> = {
  keyword: 'word and number',
  section: 'section',
  volume: 'part',
  named: 'name or title',
  roman: 'Roman numeral',
  digits: 'number',
  listed: 'number and title',
};

export type Explained = {
  line: number;
  kind: string;
  decision: 'taken' | 'left' | 'in the list of contents';
  text: string;
};

/** Every candidate with its line in the file, its kind, and what was decided; `lineOf` turns a place into a line. */
export function explained(verdict: Verdict, lineOf: (at: number) => number): Explained[] {
  const taken = new Map(verdict.marks.map((mark) => [mark.at, mark]));
  const left = verdict.candidates.filter((mark) => !taken.has(mark.at));
  return [...taken.values(), ...left]
    .sort((a, b) => a.at - b.at)
    .map((mark) => ({
      line: lineOf(mark.at),
      kind: kindNames[mark.kind],
      decision: taken.has(mark.at) ? 'taken' : verdict.listed(mark.at) ? 'in the list of contents' : 'left',
      text: mark.printed,
    }));
}
