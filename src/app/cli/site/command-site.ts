import type { Command } from 'commander';
import type { CommandSite, SiteNeed } from '../../../server/command/command.ts';
import { loadSettings } from '../../../server/config/config.ts';
import type { NeededSite } from './site-state.ts';

/** Reads the settings for a command; throws where they are wrong. */
export function loadSite(command: Command, need: SiteNeed): CommandSite {
  return openWays({ ...loadSettings(), need, isQuiet: isQuiet(command) });
}

export function isQuiet(command: Command): boolean {
  return command.optsWithGlobals<{ quiet?: true }>().quiet ?? false;
}

function openWays(site: NeededSite): CommandSite {
  return {
    ...site,
    withDatabase: async (work) => (await import('./database.ts')).withDatabase(site, work),
    withOpenDatabase: async (work) => (await import('./database.ts')).withOpenDatabase(site, work),
    withImportPlace: async (work, options) => (await import('./database.ts')).withImportPlace(site, work, options),
    onTrial: async (work) => (await import('./trial-site.ts')).onTrial(site, (there) => work(openWays(there))),
  };
}
