import { announce } from '../../../server/command/announce.ts';
import type { CommandSite } from '../../../server/command/command.ts';
import { OperatorError } from '../../../server/command/operator-error.ts';
import type { Settings } from '../../../server/config/config.ts';
import type { DbPool } from '../../../server/database/db.ts';
import { whileMediaStays } from '../../../server/lease/media-lock.ts';
import { mediaOptions, requireConverters } from '../../media/server/converters.ts';
import { createMedia } from '../../media/server/media.ts';
import { requireOwnStore } from '../../media/server/own-store.ts';
import { commandLine } from '../../studio/server/audit.ts';
import { auditWritten } from '../batches/server/audit-books.ts';
import { beginCommandBatch, breakOffBatch, endCommandBatch } from '../batches/server/command.ts';
import { CanceledError, follow } from '../batches/server/follow.ts';
import { openSentFiles } from '../batches/server/sent-files.ts';
import { endCanceled } from '../batches/server/work.ts';
import { explainCommand } from '../server/explain.ts';
import { type ImportWork, importCommand } from '../server/importing.ts';

/** Runs an import, and prints the CDN's addresses of what readers have no more. */
export type TellingPurges = (
  given: { db: DbPool; site: Pick<Settings, 'media'>; print: (line: string) => void },
  work: (watch: Pick<ImportWork, 'onWritten'>) => Promise<0 | 1>,
) => Promise<0 | 1>;

export type ImportOptions = {
  dryRun?: true;
  prune?: true;
  draft?: true;
  silent?: true;
  pruneAnyway?: true;
  oneBook?: true;
  sameBook?: true;
  json?: true;
  avif?: 'now' | 'later';
  explain?: true;
  encoding?: string;
};

/** `longstrip import --explain`: needs no site. The exit status is 1 when a file is no plain text. */
export function runExplain(paths: readonly string[], { json, encoding }: ImportOptions): Promise<0 | 1> {
  const { stdout, stderr } = process;
  return explainCommand({ stdout, stderr }, { paths, isJson: json ?? false, ...(encoding ? { encoding } : {}) });
}

/** `longstrip import`: the exit status is 1 when something was left out. */
export async function runImport(
  site: CommandSite,
  paths: readonly string[],
  { tellingPurges, ...options }: ImportOptions & { tellingPurges: TellingPurges },
): Promise<0 | 1> {
  const work = (there: CommandSite) =>
    importInto(there, { paths, options, tellingPurges, tellsInLines: !site.isQuiet });
  return options.dryRun ? await site.onTrial(work) : await work(site);
}

function importInto(
  site: CommandSite,
  given: { paths: readonly string[]; options: ImportOptions; tellingPurges: TellingPurges; tellsInLines: boolean },
): Promise<0 | 1> {
  const { paths, options, tellingPurges, tellsInLines } = given;
  return site.withImportPlace(async (db) => {
    const media = createMedia(mediaOptions(site));
    try {
      await requireConverters(site, media);
      if (!options.dryRun) await requireOwnStore(site, db);
      const { stdout, stderr } = process;
      const wanted = {
        paths,
        isDryRun: options.dryRun ?? false,
        isPruning: (options.prune || options.pruneAnyway) ?? false,
        asDrafts: options.draft ?? false,
        isSilent: options.silent ?? false,
        mayPruneMost: options.pruneAnyway ?? false,
        isOneBook: options.oneBook ?? false,
        isSameBook: options.sameBook ?? false,
        isJson: options.json ?? false,
        ...(options.avif && { avif: options.avif }),
        ...(options.encoding ? { encoding: options.encoding } : {}),
      };
      const context = { db, media, stdout, stderr, ...(tellsInLines && { tellsInLines }) };
      // A stored picture that the import finds must not be freed before its book is published.
      return await whileMediaStays(db, async () => {
        if (wanted.isDryRun) return await importCommand(context, wanted);
        const print = wanted.isJson ? announce : (line: string) => console.log(line);
        return await tellingPurges({ db, site, print }, (watch) =>
          importInBatch(context, { ...wanted, ...watch, dataDir: site.dataDir }),
        );
      });
    } finally {
      await media.close();
    }
  });
}

/** Imports as a batch, which can be undone, also where it broke off half-way, and canceled in the studio. */
async function importInBatch(
  context: Parameters<typeof importCommand>[0],
  { dataDir, ...given }: Parameters<typeof importCommand>[1] & { dataDir: string },
): Promise<0 | 1> {
  const { db } = context;
  const batch = await beginCommandBatch(db, given.paths);
  try {
    return await follow(db, { id: batch, phase: 'books', state: 'committing' }, (watch) =>
      importCommand(context, {
        ...given,
        batch,
        watch,
        async onWritten(tx, book) {
          await auditWritten(commandLine, batch)(tx, book);
          await given.onWritten?.(tx, book);
        },
        onReport: (report) => endCommandBatch(db, batch, report),
      }),
    );
  } catch (error) {
    if (error instanceof CanceledError) {
      await endCanceled({ db, dataDir, sent: openSentFiles({ db, dataDir }) }, batch);
      throw new OperatorError('Somebody canceled this import in the studio. Nothing of it was published.');
    }
    const cause = error instanceof Error ? error.message : String(error);
    await breakOffBatch(db, batch, cause).catch(() => {}); // the first fault is the one to tell
    throw error;
  }
}
