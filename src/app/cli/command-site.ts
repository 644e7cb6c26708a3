import type { Command } from 'commander';
import { loadSettings, type Settings } from '../../server/config/config.ts';

/** The state that a command needs its site in. */
export type SiteNeed =
  /** Creates a missing site, and migrates an older schema. */
  | 'brings up'
  /** Creates a missing site; an existing site must be of this version. */
  | 'prepares'
  /** Puts another site in its place; the command itself checks the existing site. */
  | 'replaces'
  /** The site must exist and be of this version. */
  | 'uses'
  /** The site must exist; its schema may be older. */
  | 'looks at'
  /** The server of these settings is asked; the site itself is not touched. */
  | 'asks the server';

/**
 * Every command is listed: in a folder or a database that the operator did not mean it must create and change nothing.
 */
export const SITE_NEEDS: ReadonlyMap<string, SiteNeed> = new Map<string, SiteNeed>([
  ['start', 'brings up'],
  ['migrate', 'brings up'],
  ['import', 'prepares'],
  ['seed', 'prepares'],
  ['user create', 'prepares'],
  ['restore', 'replaces'],
  ['book list', 'uses'],
  ['book hide', 'uses'],
  ['book chapters', 'uses'],
  ['book schedule', 'uses'],
  ['book publish', 'uses'],
  ['book unpublish', 'uses'],
  ['book access', 'uses'],
  ['book set', 'uses'],
  ['book window', 'uses'],
  ['site window', 'uses'],
  ['book show', 'uses'],
  ['user password', 'uses'],
  ['user role', 'uses'],
  ['user grant', 'uses'],
  ['coupon create', 'uses'],
  ['coupon stop', 'uses'],
  ['plan list', 'uses'],
  ['plan set', 'uses'],
  ['plan add', 'uses'],
  ['plan pause', 'uses'],
  ['payments report', 'uses'],
  ['payments refund', 'uses'],
  ['payments resolve', 'uses'],
  ['payments recheck', 'uses'],
  ['payments assign', 'uses'],
  ['numbers roll-up', 'uses'],
  ['media move', 'uses'],
  ['media check', 'uses'],
  ['batch list', 'uses'],
  ['batch undo', 'uses'],
  ['batch work', 'uses'],
  ['snapshots list', 'uses'],
  ['snapshots check', 'uses'],
  ['snapshots prune', 'uses'],
  ['sql', 'uses'],
  ['backup', 'looks at'],
  ['doctor', 'looks at'],
  ['health', 'asks the server'],
]);

/** The settings, and what the command may do to their site. */
export type CommandSite = Settings & { need: SiteNeed; isQuiet: boolean };

/** Reads the settings for a command; throws where they are wrong. */
export function loadSite(command: Command): CommandSite {
  return { ...loadSettings(), ...readCommand(command) };
}

export function readCommand(command: Command): Pick<CommandSite, 'need' | 'isQuiet'> {
  const need = SITE_NEEDS.get(nameOf(command));
  if (need === undefined) throw new Error(`SITE_NEEDS does not say what \`${nameOf(command)}\` needs of a site`);
  return { need, isQuiet: command.optsWithGlobals<{ quiet?: true }>().quiet ?? false };
}

/** The name of a command as it is typed after `longstrip`. */
export function nameOf(command: Command): string {
  return command.parent?.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();
}
