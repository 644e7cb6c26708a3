import type { CommandSite } from '../../../server/command/command.ts';
import { refreshSimilar } from '../server/similar.ts';

/** `longstrip similar refresh`. */
export function runSimilarRefresh(site: CommandSite, options: { json?: true }): Promise<void> {
  return site.withDatabase(async (db) => {
    const { books, pairs } = await refreshSimilar(db);
    console.log(options.json ? JSON.stringify({ books, pairs }) : `Similar books: ${books} books, ${pairs} pairs`);
  });
}
