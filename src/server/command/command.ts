import type { Command } from 'commander';
import type { Settings } from '../config/config.ts';
import type { DbPool } from '../database/db.ts';

/**
 * What a command needs of its site. In a folder or a database that the operator did not mean it must change nothing.
 */
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

/** The settings of a command, and ways to its site: each first makes sure that the site is as the command needs it. */
export type CommandSite = Settings & {
  isQuiet: boolean;
  /** Runs work on the site's database, beside a running server. */
  withDatabase<T>(work: (db: DbPool) => Promise<T>): Promise<T>;
  /**
   * As `withDatabase`, for work that opens its own connections. At a signal the command leaves the database, then ends.
   */
  withOpenDatabase<T>(work: (database: { url: string }) => Promise<T>): Promise<T>;
  /**
   * As `withDatabase`, for commands that publish: never beside a restore, whose rows and pictures must belong together.
   * At the end every server is told, even if the work failed half-way; not with `tellsItself`.
   */
  withImportPlace<T>(work: (db: DbPool) => Promise<T>, options?: { tellsItself?: boolean }): Promise<T>;
  /**
   * Runs work that only shows what it would do. Where there is no site yet, it works on an empty one, which is removed
   * at its end.
   */
  onTrial<T>(work: (site: CommandSite) => Promise<T>): Promise<T>;
};

/** What the command line hands to the commands of each feature. */
export interface Cli {
  /** Reads the settings for a command; throws where they are wrong. */
  loadSite(command: Command, need: SiteNeed): CommandSite;
  /** Ends the command with this exit status, which may mean success without being 0. */
  end(status: number): void;
}
