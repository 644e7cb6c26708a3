import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createMedia } from '../../src/features/media/server/media.ts';
import { OperatorError } from '../../src/server/command/operator-error.ts';
import { root } from '../../tools/tree.ts';
import { survey } from './survey.ts';
import { printTable, withTable } from './table.ts';

const usage = 'Usage: npm run -s import-survey -- FOLDER [--write]';

type Output = { write(text: string): unknown };

/** Prints the survey of a folder, or writes it into a document; the status is 1 where something was not read. */
export async function surveyCommand(
  args: readonly string[],
  {
    stdout,
    stderr,
    document = join(root, 'lab/import-survey/survey.md'),
  }: { stdout: Output; stderr: Output; document?: string },
): Promise<0 | 1> {
  const { folder, isWriting } = readAsked(args);
  const home = await mkdtemp(join(tmpdir(), 'longstrip-survey-'));
  const media = createMedia({ dataDir: home });
  try {
    const rows = await survey(media, folder, ({ title, seconds }) =>
      stderr.write(`${seconds.toFixed(1).padStart(7)} s  ${title}\n`),
    );
    const table = printTable(rows);
    if (isWriting) await writeTable(document, table);
    else stdout.write(table);
    return rows.some(({ leftOut }) => leftOut !== null) ? 1 : 0;
  } finally {
    await media.close();
    await rm(home, { recursive: true, force: true });
  }
}

function readAsked(args: readonly string[]): { folder: string; isWriting: boolean } {
  try {
    const options = { write: { type: 'boolean' } } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
    const [folder, ...others] = positionals;
    if (folder === undefined || others.length > 0) throw new Error('one folder, please');
    return { folder, isWriting: values.write ?? false };
  } catch (error) {
    throw new OperatorError(`${error instanceof Error ? error.message : String(error)}. ${usage}`);
  }
}

async function writeTable(document: string, table: string): Promise<void> {
  const written = withTable(await readFile(document, 'utf8'), table);
  if (written === null) throw new OperatorError(`${document} has no place for the survey's table`);
  await writeFile(document, written);
}
