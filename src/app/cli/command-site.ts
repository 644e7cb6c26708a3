import type { Command } from 'commander';
import { loadSettings, type Settings } from '../../server/config.ts';

/**
 * What a command needs of the site that it is told to work on:
 * - `brings up`: makes the site where none is, and brings an older schema to this version's;
 * - `prepares`: makes the site where none is; one that is there has to be of this version;
 * - `replaces`: puts another site there, and looks itself at what is there;
 * - `uses`: wants a site that is there, of this version;
 * - `looks at`: wants a site that is there, and takes its schema as it is.
 */
export type SiteNeed = 'brings up' | 'prepares' | 'replaces' | 'uses' | 'looks at';

/** Every command stands here: one in a folder or a database that was not meant makes and changes nothing there. */
export const SITE_NEEDS: ReadonlyMap<string, SiteNeed> = new Map<string, SiteNeed>([
  ['start', 'brings up'],
  ['migrate', 'brings up'],
  ['import', 'prepares'],
  ['seed', 'prepares'],
  ['user create', 'prepares'],
  ['restore', 'replaces'],
  ['book list', 'uses'],
  ['book hide', 'uses'],
  ['book show', 'uses'],
  ['user password', 'uses'],
  ['user grant', 'uses'],
  ['coupon create', 'uses'],
  ['coupon stop', 'uses'],
  ['payments report', 'uses'],
  ['payments refund', 'uses'],
  ['payments resolve', 'uses'],
  ['payments recheck', 'uses'],
  ['payments assign', 'uses'],
  ['backup', 'looks at'],
  ['doctor', 'looks at'],
  ['sql', 'looks at'],
]);

/** The settings, with what the command may do to the site of them. */
export type CommandSite = Settings & { need: SiteNeed; isQuiet: boolean };

/** For the action of a command: reads the settings, and throws where they are wrong. */
export function loadSite(command: Command): CommandSite {
  return { ...loadSettings(), ...readCommand(command) };
}

export function readCommand(command: Command): Pick<CommandSite, 'need' | 'isQuiet'> {
  const need = SITE_NEEDS.get(nameOf(command));
  if (need === undefined) throw new Error(`SITE_NEEDS does not say what \`${nameOf(command)}\` needs of a site`);
  return { need, isQuiet: command.optsWithGlobals<{ quiet?: true }>().quiet ?? false };
}

/** As it is typed after `longstrip`. */
export function nameOf(command: Command): string {
  return command.parent?.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();
}
