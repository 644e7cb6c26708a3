import type { CommandSite } from '../../../server/command/command.ts';
import { createMeter } from '../../../server/command/meter.ts';
import { OperatorError } from '../../../server/command/operator-error.ts';
import { nameOfStore, parseStoreAddress, type StoreAddress } from '../../../server/config/media.ts';
import { whileMediaStays } from '../../../server/lease/media-lock.ts';
import { publicImageAddress } from '../rules.ts';
import { checkStore } from '../server/check-store.ts';
import { openPictureStore, openStore } from '../server/media.ts';
import { moveFiles } from '../server/move-files.ts';
import { adoptStore } from '../server/own-store.ts';
import { stagingFolder } from '../server/store/files.ts';
import { imageOf } from '../server/store/picture-keys.ts';
import { noteOwner, requireOwner } from '../server/store-owner.ts';

export type MoveOptions = { to: string; from?: string; dryRun?: true; json?: true };
export type CheckOptions = { sums?: true; adopt?: true; json?: true };

/** `longstrip media move`: the exit status is 1 when a file was not copied and found whole in the new place. */
export async function runMediaMove(site: CommandSite, options: MoveOptions): Promise<0 | 1> {
  const from = options.from === undefined ? site.media.store : requirePlace(options.from);
  const to = requirePlace(options.to);
  if (nameOfStore(from) === nameOfStore(to))
    throw new OperatorError(`The pictures are in ${nameOfStore(to)} already: --to names another place than --from.`);
  return await site.withDatabase(async (db) => {
    const meter = createMeter(process.stderr);
    const [older, newer] = [openStore(from, site.s3), openStore(to, site.s3)];
    const staging = stagingFolder(site.dataDir);
    await requireOwner(db, { store: older, setting: '--from' });
    const { kind } = await requireOwner(db, { store: newer, setting: '--to' });
    // So nothing else takes the place meanwhile, and the server that has it frees nothing there on the first day.
    if (kind === 'free' && !options.dryRun)
      await noteOwner(db, { store: newer, staging, now: new Date(), isAdopted: false });
    const report = await whileMediaStays(db, () =>
      moveFiles(db, {
        ...{ from: older, to: newer, staging },
        isDryRun: options.dryRun ?? false,
        onFile: (files) => meter.say(`Looked at ${files} files`),
      }),
    );
    meter.clear();
    const { copied, present, failed, bytes } = report;
    if (options.json) console.log(JSON.stringify(report));
    else {
      const does = options.dryRun ? 'would be copied' : 'copied';
      console.log(`${copied} files ${does} (${bytes} bytes), ${present} there already, ${failed.length} failed.`);
      for (const { name, reason } of failed) console.error(`${name}: ${reason}`);
      if (failed.length === 0 && !options.dryRun) console.log(nextSteps({ from, to }));
    }
    return failed.length === 0 || options.dryRun ? 0 : 1;
  });
}

function nextSteps({ from, to }: { from: StoreAddress; to: StoreAddress }): string {
  return [
    `Set MEDIA_STORE=${nameOfStore(to)} and MEDIA_FALLBACK=${nameOfStore(from)}, and restart the processes one by one.`,
    'Then run this command once more with the same --from and --to, take MEDIA_FALLBACK away, and restart again.',
  ].join('\n');
}

function requirePlace(text: string): StoreAddress {
  const place = parseStoreAddress(text);
  if (!place) throw new OperatorError(`${JSON.stringify(text)} is neither a folder nor s3://bucket[/prefix].`);
  return place;
}

/** `longstrip media check`: the exit status is 1 when a file is missing or damaged. */
export async function runMediaCheck(site: CommandSite, options: CheckOptions): Promise<0 | 1> {
  return await site.withDatabase(async (db) => {
    const store = openPictureStore(site);
    const meter = createMeter(process.stderr);
    const found = await checkStore(db, {
      store,
      sums: options.sums ?? false,
      now: new Date(),
      onFile: (files) => meter.say(`Looked at ${files} files`),
    });
    meter.clear();
    if (options.adopt) await adoptStore(site, db);
    const named = (keys: readonly string[]) =>
      keys.map((key) => ({ name: store.nameOf(key), address: addressOf(key, site.publicUrl) }));
    const [missing, damaged, orphaned] = [found.missing, found.damaged, found.orphaned].map(named);
    if (options.json) console.log(JSON.stringify({ missing, damaged, orphaned, checked: found.checked }));
    else {
      for (const [what, files] of Object.entries({ missing, damaged, orphaned }))
        for (const { name } of files ?? []) console.log(`${what.padEnd(8)}  ${name}`);
      console.log(
        `${found.checked} files checked: ${found.missing.length} missing, ${found.damaged.length} damaged, ${found.orphaned.length} orphaned.`,
      );
      if (options.adopt) console.log(adopted(store.nameOf('')));
    }
    return found.missing.length + found.damaged.length === 0 ? 0 : 1;
  });
}

const adopted = (place: string) =>
  `${place} is this site's from now on. In a day the server begins to remove what is orphaned there.`;

/** The address of an image's file; an original has none. */
function addressOf(key: string, publicUrl: string): string | null {
  const imageId = imageOf(key);
  return imageId === null ? null : publicUrl + publicImageAddress(imageId, key.slice(key.lastIndexOf('/') + 1));
}
