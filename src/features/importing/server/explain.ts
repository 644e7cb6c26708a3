import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { printable } from '../../../shared/text.ts';
import { unreadable } from '../formats/format.ts';
import { maxBookTextBytes, textFault } from '../formats/text/parse-text.ts';
import { createHeadingFinder } from '../formats/txt/declared-headings.ts';
import { splitNovel } from '../formats/txt/txt.ts';
import { type Explained, explained, holesIn } from '../formats/txt/verdict-words.ts';
import { lineNumbers } from '../text/plain-text.ts';
import { decodeText } from '../text/server/encoding.ts';
import { headingsBeside } from './headings-beside.ts';

type Output = { write(text: string): unknown };

/**
 * `longstrip import --explain FILE…`: prints for each plain text the lines that read like headings, what was taken and
 * why. Changes nothing and asks no database. Returns the exit status, 1 where a file is no plain text.
 */
export async function explainCommand(
  to: { stdout: Output; stderr: Output },
  given: { paths: readonly string[]; isJson: boolean; encoding?: string },
): Promise<0 | 1> {
  const found = [];
  let status: 0 | 1 = 0;
  for (const path of given.paths) {
    const explanation = await explain(path, given.encoding);
    if (typeof explanation === 'string') {
      to.stderr.write(`left out: ${printable(path)}: ${explanation}\n`);
      status = 1;
    } else found.push(explanation);
  }
  if (given.isJson) to.stdout.write(`${JSON.stringify(found, null, 2)}\n`);
  else for (const each of found) to.stdout.write(inLines(each));
  return status;
}

type Explanation = {
  path: string;
  encoding: string;
  chapters: number;
  taken: string | null;
  reason: string;
  missing: string | null;
  contents: { line: number; entries: number; found: number; taken: number } | null;
  others: { name: string; count: number; score: number }[];
  candidates: Explained[];
};

async function explain(path: string, encoding?: string): Promise<Explanation | string> {
  if (!/\.txt$/i.test(path)) return 'only plain texts (.txt) are explained: in others the headings are marked';
  try {
    if ((await stat(path)).size > maxBookTextBytes) return 'the text is too large for one book (at most 64 MiB)';
    const decoded = decodeText(await readFile(path), encoding);
    if ('fault' in decoded) return decoded.fault;
    const fault = textFault(decoded.text);
    if (fault) return fault;
    const headings = await headingsBeside(path);
    const { verdict, chapters, from } = splitNovel(decoded.text, headings && createHeadingFinder(headings));
    const numbers = lineNumbers(decoded.text);
    const lineOf = (at: number) => numbers[at + from] ?? 0;
    const { contents } = verdict;
    return {
      path,
      encoding: decoded.encoding,
      chapters: chapters.length,
      taken: verdict.reading,
      reason: verdict.reason,
      missing: holesIn(verdict),
      contents: contents && {
        ...{ line: lineOf(contents.at), entries: contents.entries.length },
        ...{ found: contents.found, taken: contents.taken },
      },
      others: verdict.others,
      candidates: explained(verdict, lineOf),
    };
  } catch (error) {
    return unreadable(error);
  }
}

function inLines(given: Explanation): string {
  const { contents, others } = given;
  const lines = [
    `${printable(basename(given.path))} (${given.encoding}): ${given.chapters} chapters`,
    `  taken: ${given.taken ?? 'nothing'}: ${given.reason}`,
    ...(given.missing === null ? [] : [`  ${given.missing}`]),
    contents === null
      ? '  list of contents: none'
      : `  list of contents: line ${contents.line}, ${contents.entries} entries, ${contents.found} of them found in the text, ${contents.taken} taken`,
    ...others.map(({ name, count, score }) => `  not taken: ${name} (${count} headings, score ${score})`),
    ...given.candidates.map(
      ({ line, kind, decision, text }) =>
        `${String(line).padStart(8)}  ${decision.padEnd(23)}  ${kind.padEnd(16)}  ${printable(text)}`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}
