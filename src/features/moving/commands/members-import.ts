import { readFile } from 'node:fs/promises';
import { announce } from '../../../server/command/announce.ts';
import type { CommandSite } from '../../../server/command/command.ts';
import { OperatorError } from '../../../server/command/operator-error.ts';
import { csvLine } from '../../../shared/csv-line.ts';
import { commandLine } from '../../studio/server/audit.ts';
import { type MemberLine, readMembers } from '../member-lines.ts';
import { importMembers, tryImport } from '../server/members.ts';
import { memberColumns } from '../studio-contract.ts';

/**
 * `longstrip members import`: prints the line of each member once it is stored, so that no link is lost where the command
 * is stopped. Ends 1 where a line has a fault.
 */
export async function runMembersImport(site: CommandSite, file: string, options: { dryRun?: true }): Promise<number> {
  return site.withDatabase(async (db) => {
    const lines = await readLines(file);
    const run = { db, publicUrl: site.publicUrl, by: commandLine };
    let faults = 0;
    printLine(memberColumns);
    for await (const row of options.dryRun ? tryImport(db, lines) : importMembers(run, lines)) {
      printLine(memberColumns.map((column) => row[column]));
      if (row.result !== 'error') continue;
      faults += 1;
      announce(`Line ${row.line}: ${row.error}.`);
    }
    return faults > 0 ? 1 : 0;
  });
}

/** Ends a line as tables have it: a return, and then the end that the console puts. */
const printLine = (values: readonly unknown[]) => console.log(csvLine(values).slice(0, -1));

async function readLines(file: string): Promise<MemberLine[]> {
  const bytes = await readFile(file).catch((error: Error) => {
    throw new OperatorError(`${file} cannot be read: ${error.message}.`);
  });
  const lines = readMembers(decode(bytes, file));
  if (typeof lines === 'string') throw new OperatorError(`${lines}.`);
  return lines;
}

function decode(bytes: Buffer, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new OperatorError(`${file} is no text in UTF-8: save it as "CSV UTF-8".`);
  }
}
